# Inner norm with uncovered axis: what nvFuser asserts of it in NVFuserTest.ReductionSchedulerWithAdditionalIDInnerNormalization.
# expect: segments >= 2
# because: inner_persistent by R.AXIS_UNCOVERED
# passes: nvfuser
# kind: persistent
# confidence: high
# not asserted: [inner_persistent, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, 1], contiguity=[True, True, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1, 2], keepdim=True, dtype=DataType.Null)
    T3 = fd.ops.add(T0, T2)
    fd.add_output(T3)
    T4 = fd.ops.add(T0, T1)
    fd.add_output(T4)

inputs = [
    torch.randn(100, 20, 1, dtype=torch.float32),
    torch.randn(100, 20, 128, dtype=torch.float32),
]
