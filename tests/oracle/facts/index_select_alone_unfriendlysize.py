# Index select alone unfriendlysize: what nvFuser asserts of it in NVFuserTest.IndexSelectVectorizationUnfriendlySize.
# expect: segments = 1
# expect: schedulers = pointwise
# passes: nvfuser
# kind: index
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T2 = fd.ops.index_select(T0, T1, dim=0)
    fd.add_output(T2)

inputs = [
    torch.randn(1029, 1023, dtype=torch.float32),
    torch.randint(0, 1029, (1025,), dtype=torch.int64),
]
