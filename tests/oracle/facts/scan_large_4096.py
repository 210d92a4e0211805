# Scan large 4096: what nvFuser asserts of it in GreedySchedulerTestConstraintSize.ScanLargeConstrainedIDs.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[10, 4096], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.cumsum(T0, dim=-1)
    S2 = fd.define_scalar(1, dtype=DataType.Int)
    T3 = fd.ops.add(T1, S2)
    fd.add_output(T3)

inputs = [
    torch.randn(10, 4096, dtype=torch.float32),
]
