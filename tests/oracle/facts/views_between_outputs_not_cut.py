# Views between outputs not cut: what nvFuser asserts of it in AliasTest.OutputNotAliasedByAnotherOutputShouldNotBeSegmented.
# expect: segments = 1
# passes: nvfuser
# kind: alias
# confidence: high
# not asserted: [pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3, 5], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.add(T0, T0)
    T5 = fd.ops.reshape(T1, new_shape=[6, 5])
    T6 = fd.ops.permute(T5, dims=[1, 0])
    T7 = fd.ops.mul(T6, T6)
    fd.add_output(T5)
    fd.add_output(T7)

inputs = [
    torch.randn(2, 3, 5, dtype=torch.float32),
]
