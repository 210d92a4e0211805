# Sum of all size1 axes: what nvFuser asserts of it in NoOpTest.FusionNullScheduler.
# expect: every scheduler = expr_eval
# passes: nvfuser
# kind: no_op
# confidence: high
# not asserted: [expr_eval]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1, 1, 1], contiguity=[None, None, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[0, 1, 2], keepdim=False, dtype=DataType.Null)
    fd.add_output(T1)

inputs = [
    torch.randn(1, 1, 1, dtype=torch.float32),
]
