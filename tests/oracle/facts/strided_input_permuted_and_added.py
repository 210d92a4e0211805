# Strided input permuted and added: what nvFuser asserts of it in AllocationDomainTest.Issue1290_ContiguityWasMissing.
# expect: segments = 1
# expect: schedulers = pointwise
# because: transpose by R.SMALL_TRANSPOSE
# passes: nvfuser
# kind: transpose
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.permute(T0, dims=[1, 0])
    fd.add_output(T1)
    S2 = fd.define_scalar(1, dtype=DataType.Int)
    T3 = fd.ops.add(T1, S2)
    fd.add_output(T3)

inputs = [
    torch.randn(7, dtype=torch.float32).as_strided((2, 3), (4, 1)),
]
