# Fp8 round trip: what nvFuser asserts of it in Gpu1Test.Fp8CastOps.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Half, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float8_e4m3fn)
    T2 = fd.ops.cast(T1, dtype=DataType.Half)
    fd.add_output(T2)

inputs = [
    torch.randn(4096, 4, dtype=torch.float16),
]
