# An RMS norm with its weight: one kernel, and the inverse norm is an output of it.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    tv0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    tv1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    tv2 = fd.ops.cast(tv0, dtype=DataType.Float)
    tv3 = fd.ops.mul(tv2, tv2)
    tv4 = fd.ops.div(fd.ops.sum(tv3, dims=[1], keepdim=True), 128.0)
    tv5 = fd.ops.rsqrt(fd.ops.add(tv4, 1e-6))
    tv6 = fd.ops.mul(tv2, tv5)
    tv7 = fd.ops.mul(tv6, tv1)
    tv8 = fd.ops.cast(tv7, dtype=DataType.BFloat16)
    fd.add_output(tv8)
    fd.add_output(tv5)

inputs = [torch.randn(8, 128, dtype=torch.bfloat16), torch.randn(128, dtype=torch.bfloat16)]
