# Merge and small transpose: what nvFuser asserts of it in TransposeTest.FusionReshapeSmallTransposeDimensionSchedule.
# expect: segments = 1
# expect: schedulers = pointwise
# because: transpose by R.SMALL_TRANSPOSE
# passes: nvfuser,-mark_aliases_prepare,-allocation_domain
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Float, is_cpu=False)
    T5 = fd.ops.reshape(T0, new_shape=[2, 131072, 2])
    T6 = fd.ops.permute(T5, dims=[2, 1, 0])
    fd.add_output(T5)
    fd.add_output(T6)

inputs = [
    torch.randn(2, 1024, 128, 2, dtype=torch.float32),
]
