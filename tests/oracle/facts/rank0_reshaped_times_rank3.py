# Rank0 reshaped times rank3: what nvFuser asserts of it in ReshapeTest.ReshapeZeroDimInput.
# expect: accepted = pointwise
# passes: none
# kind: reshape
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[], contiguity=[], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T6 = fd.ops.reshape(T0, new_shape=[1, 1, 1])
    T7 = fd.ops.mul(T6, T1)
    fd.add_output(T7)

inputs = [
    torch.randn((), dtype=torch.float32),
    torch.randn(2, 3, 4, dtype=torch.float32),
]
