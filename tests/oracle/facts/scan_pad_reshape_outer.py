# Scan pad reshape outer: what nvFuser asserts of it in GreedySchedulerTest.ScanPad3DReshape1.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[3, 4, 128], contiguity=[True, True, True], dtype=DataType.Int, is_cpu=False)
    T1 = fd.ops.set(T0)
    T2 = fd.ops.cumsum(T1, dim=-1)
    T6 = fd.ops.pad(T2, [1, 0], None)
    T11 = fd.ops.reshape(T6, new_shape=[4, 3, 129])
    S12 = fd.define_scalar(1, dtype=DataType.Int)
    T13 = fd.ops.add(T11, S12)
    fd.add_output(T13)

inputs = [
    torch.randint(0, 100, (3, 4, 128), dtype=torch.int64),
]
