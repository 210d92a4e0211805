# Sum then take: what nvFuser asserts of it in GatherTest.TakeAlongAxisIntermediateTensorReduction1.
# expect: segments = 2
# expect: schedulers = reduction, expr_eval
# passes: nvfuser
# kind: index
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Int, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.take_along_axis(T2, T1, dim=0)
    fd.add_output(T3)

inputs = [
    torch.randn(100, 1000, dtype=torch.float32),
    torch.randint(0, 100, (2,), dtype=torch.int64),
]
