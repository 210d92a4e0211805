# Reshape rank0 there and back: what nvFuser asserts of it in ReshapeTest.ReshapeZeroDimInputOutput.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[], contiguity=[], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[], contiguity=[], dtype=DataType.Float, is_cpu=False)
    T6 = fd.ops.reshape(T0, new_shape=[1, 1, 1])
    T8 = fd.ops.reshape(T6, new_shape=[])
    T9 = fd.ops.mul(T8, T1)
    fd.add_output(T9)

inputs = [
    torch.randn((), dtype=torch.float32),
    torch.randn((), dtype=torch.float32),
]
