# Py fused add rmsnorm: what nvFuser asserts of it in test_pdl.
# expect: accepted = inner_persistent
# expect: refused = every other
# passes: none
# kind: persistent
# confidence: medium

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1, 2880], contiguity=[None, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[1, 2880], contiguity=[None, True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.define_tensor(shape=[2880], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    S3 = fd.define_scalar(2880, dtype=DataType.Int)
    S4 = fd.define_scalar(1.00000e-06, dtype=DataType.Double)
    T5 = fd.ops.add(T0, T1)
    T6 = fd.ops.mul(T5, T5)
    T7 = fd.ops.sum(T6, dims=[-1], keepdim=True, dtype=DataType.Null)
    T8 = fd.ops.div(T7, S3)
    T9 = fd.ops.add(T8, S4)
    T10 = fd.ops.rsqrt(T9)
    T11 = fd.ops.mul(T5, T10)
    T15 = fd.ops.broadcast_in_dim(T2, shape=[1, 2880], broadcast_dims=[1])
    T16 = fd.ops.mul(T11, T15)
    T17 = fd.ops.cast(T16, dtype=DataType.BFloat16)
    fd.add_output(T17, T0)

inputs = [
    torch.randn(1, 2880, dtype=torch.bfloat16),
    torch.randn(1, 2880, dtype=torch.bfloat16),
    torch.randn(2880, dtype=torch.bfloat16),
]
