# Argsort argsort 1024: what nvFuser asserts of it in GreedySchedulerTestConstraintSize.ArgsortArgsort.
# expect: segments = 1
# passes: nvfuser
# kind: greedy
# confidence: high
# not asserted: [greedy]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1024], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T1 = fd.ops.argsort(T0, dim=0, descending=False, stable=True)
    T2 = fd.ops.argsort(T1, dim=0, descending=False, stable=True)
    fd.add_output(T1)
    fd.add_output(T2)

inputs = [
    torch.randint(0, 1024, (1024,), dtype=torch.int64),
]
