# Argsort squeeze scan: what nvFuser asserts of it in GreedySchedulerTest.UnconstrainedIDAndSqueeze.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1, 128], contiguity=[None, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.argsort(T0, dim=-1, descending=False, stable=False)
    T2 = fd.ops.squeeze(T1, dims=[0], squeeze_expanded=False)
    T3 = fd.ops.cumsum(T2, dim=-1)
    fd.add_output(T3)

inputs = [
    torch.randn(1, 128, dtype=torch.float32),
]
