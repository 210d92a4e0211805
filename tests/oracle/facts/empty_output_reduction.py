# Empty output reduction: what nvFuser asserts of it in NoOpTest.FusionNullScheduler2.
# expect: every scheduler = no_op
# passes: nvfuser
# kind: no_op
# confidence: high
# not asserted: [no_op]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[0, 1, 9223372036854775807], contiguity=[False, None, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1, 2], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)

inputs = [
    torch.randn(0, 1, 9223372036854775807, dtype=torch.float32),
]
