# Squeeze argsort: what nvFuser asserts of it in GreedySchedulerTest.ConstrainedIDAndSqueeze.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 128, 1], contiguity=[True, True, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.squeeze(T0, dims=[-1], squeeze_expanded=False)
    T2 = fd.ops.argsort(T1, dim=-1, descending=False, stable=False)
    fd.add_output(T2)

inputs = [
    torch.randn(4, 128, 1, dtype=torch.float32),
]
