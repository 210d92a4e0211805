# Scan pad flatten: what nvFuser asserts of it in GreedySchedulerTest.ScanPad3DReshape2.
# expect: segments >= 2
# because: greedy by R.RESHAPE_CROSSES_REDUCTION
# passes: nvfuser
# kind: greedy
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[3, 4, 128], contiguity=[True, True, True], dtype=DataType.Int, is_cpu=False)
    T1 = fd.ops.set(T0)
    T2 = fd.ops.cumsum(T1, dim=-1)
    T6 = fd.ops.pad(T2, [1, 0], None)
    T9 = fd.ops.reshape(T6, new_shape=[1548])
    S10 = fd.define_scalar(1, dtype=DataType.Int)
    T11 = fd.ops.add(T9, S10)
    fd.add_output(T11)

inputs = [
    torch.randint(0, 100, (3, 4, 128), dtype=torch.int64),
]
