# Scan pad sibling merge: what nvFuser asserts of it in GreedySchedulerTest.ScanPad3DReshape3.
# expect: segments >= 2
# because: greedy by R.RESHAPE_CROSSES_REDUCTION
# passes: nvfuser
# kind: greedy
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[3, 4, 128], contiguity=[True, True, True], dtype=DataType.Int, is_cpu=False)
    T1 = fd.ops.set(T0)
    S2 = fd.define_scalar(1, dtype=DataType.Int)
    T3 = fd.ops.add(T1, S2)
    T4 = fd.ops.cumsum(T3, dim=-1)
    T8 = fd.ops.pad(T4, [1, 0], None)
    T12 = fd.ops.reshape(T1, new_shape=[3, 512])
    S13 = fd.define_scalar(1, dtype=DataType.Int)
    T14 = fd.ops.add(T12, S13)
    fd.add_output(T8)
    fd.add_output(T14)

inputs = [
    torch.randint(0, 100, (3, 4, 128), dtype=torch.int64),
]
