# Views on forks: what nvFuser asserts of it in AliasTest.DoNotOverSegment_WithForks.
# expect: segments of pointwise = 1
# passes: nvfuser
# kind: alias
# confidence: medium
# not asserted: [pointwise, expr_eval]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.add(T0, T0)
    T2 = fd.ops.permute(T1, dims=[1, 0])
    T5 = fd.ops.reshape(T1, new_shape=[6])
    T9 = fd.ops.reshape(T5, new_shape=[3, 2])
    T10 = fd.ops.mul(T5, T5)
    fd.add_output(T2)
    fd.add_output(T9)
    fd.add_output(T10)

inputs = [
    torch.randn(2, 3, dtype=torch.float32),
]
