# Inplace update no cut: what nvFuser asserts of it in AliasTest.TrivialInplaceUpdateNoSegmentation.
# expect: segments = 1
# passes: nvfuser
# kind: alias
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3, 4], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(3.14100, dtype=DataType.Double)
    T2 = fd.ops.add(T0, S1)
    fd.add_output(T2)
    T3 = fd.ops.set(T2)
    fd.add_output(T3, T0)

inputs = [
    torch.randn(2, 3, 4, dtype=torch.float32),
]
