# Broadcast only contiguous: what nvFuser asserts of it in TransposeTest.FusionScheduleBroadcastOnly.
# expect: segments = 1
# expect: schedulers = pointwise
# because: transpose by R.ONE_MEMORY_ORDER
# passes: nvfuser,-mark_aliases_prepare,-allocation_domain
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, 1, -1], contiguity=[True, None, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, 1], contiguity=[True, True, None], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    fd.add_output(T2)

inputs = [
    torch.randn(1024, 1, 256, dtype=torch.float32),
    torch.randn(1024, 1024, 1, dtype=torch.float32),
]
