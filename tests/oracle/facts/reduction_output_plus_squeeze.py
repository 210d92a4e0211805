# Reduction output plus squeeze: what nvFuser asserts of it in TransposeTest.ReductionIterDomainOnInputsIssue1659.
# expect: segments = 2
# expect: schedulers = reduction, pointwise
# passes: nvfuser,-mark_aliases_prepare,-allocation_domain
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, 1], contiguity=[True, True, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, 1, -1], contiguity=[True, None, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.squeeze(T1, dims=[1], squeeze_expanded=False)
    T4 = fd.ops.add(T2, T3)
    fd.add_output(T4)

inputs = [
    torch.randn(1024, 512, 1, dtype=torch.float32),
    torch.randn(1024, 1, 512, dtype=torch.float32),
]
