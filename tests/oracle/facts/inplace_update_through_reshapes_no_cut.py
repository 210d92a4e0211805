# Inplace update through reshapes no cut: what nvFuser asserts of it in AliasTest.ReshapeInplaceUpdateNoSegmentation.
# expect: segments = 1
# passes: nvfuser
# kind: alias
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3, 4], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.reshape(T0, new_shape=[24])
    S4 = fd.define_scalar(3.14100, dtype=DataType.Double)
    T5 = fd.ops.add(T3, S4)
    fd.add_output(T5)
    T10 = fd.ops.reshape(T5, new_shape=[2, 3, 4])
    T11 = fd.ops.set(T10)
    fd.add_output(T11, T0)

inputs = [
    torch.randn(2, 3, 4, dtype=torch.float32),
]
