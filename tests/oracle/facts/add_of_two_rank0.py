# Add of two rank0: what nvFuser asserts of it in NoOpTest.FusionNullScheduler3.
# expect: every scheduler = no_op
# passes: nvfuser
# kind: no_op
# confidence: high
# not asserted: [no_op]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[], contiguity=[], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[], contiguity=[], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    fd.add_output(T2)

inputs = [
    torch.randn((), dtype=torch.float32),
    torch.randn((), dtype=torch.float32),
]
