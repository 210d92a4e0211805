# Norm take sum: what nvFuser asserts of it in GatherTest.TakeAlongAxisIntermediateTensorNormalizationAndReduction1.
# expect: segments = 2
# expect: schedulers = inner_persistent, reduction
# passes: nvfuser
# kind: index
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Int, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True])
    T4 = fd.ops.div(T0, T3)
    T5 = fd.ops.take_along_axis(T4, T1, dim=1)
    T6 = fd.ops.sum(T5, dims=[0, 1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T6)

inputs = [
    torch.randn(32, 1024, dtype=torch.float32),
    torch.randint(0, 1024, (32, 1), dtype=torch.int64),
]
