# Privatize upcast: what nvFuser asserts of it in SegmentationTest.PrivatizeUpcast.
# expect: segments = 3
# expect: schedulers = expr_eval, reduction, reduction
# passes: nvfuser
# kind: reduction
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.ops.segment_set(T0)
    T2 = fd.ops.cast(T1, dtype=DataType.Float)
    T3 = fd.ops.sum(T2, dims=[0], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.sum(T2, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T3)
    fd.add_output(T4)

inputs = [
    torch.randn(16, 32, dtype=torch.bfloat16),
]
