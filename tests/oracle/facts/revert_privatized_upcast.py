# Revert privatized upcast: what nvFuser asserts of it in SegmentationTest.RevertPrivatizedUpcast.
# expect: segments = 2
# expect: schedulers = expr_eval, reduction
# passes: nvfuser
# kind: reduction
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.ops.segment_set(T0)
    T2 = fd.ops.set(T1)
    T3 = fd.ops.cast(T2, dtype=DataType.Float)
    T4 = fd.ops.sum(T3, dims=[1], keepdim=False, dtype=DataType.Null)
    T5 = fd.ops.sum(T3, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T4)
    fd.add_output(T5)

inputs = [
    torch.randn(16, 32, dtype=torch.bfloat16),
]
