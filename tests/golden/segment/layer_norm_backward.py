# A layer norm backward on strided rows: sums along rows and along columns share what they read; the column sums are finished in the same kernel.
def nvfuser_fusion_id11(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.BFloat16, is_cpu=False, stride_order=[1, 0])
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.BFloat16, is_cpu=False, stride_order=[1, 0])
    T2 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.cast(T0, dtype=DataType.Float)
    T4 = fd.ops.cast(T1, dtype=DataType.Float)
    T5 = fd.ops.mul(T4, T2)
    T6 = fd.ops.mul(T3, T5)
    T7 = fd.ops.sum(T6, dims=[1], keepdim=True, dtype=DataType.Null)
    T8 = fd.ops.mul(T5, T7)
    T9 = fd.ops.sub(T3, T8)
    T10 = fd.ops.mul(T9, T2)
    T11 = fd.ops.cast(T10, dtype=DataType.BFloat16)
    T12 = fd.ops.sum(T6, dims=[0], keepdim=False, dtype=DataType.Null)
    T13 = fd.ops.cast(T12, dtype=DataType.BFloat16)
    fd.add_output(T11)
    fd.add_output(T13)

inputs = [
    torch.randn(4032, dtype=torch.bfloat16, device='cuda:0').as_strided((32, 64), (128, 1)),
    torch.randn(4032, dtype=torch.bfloat16, device='cuda:0').as_strided((32, 64), (128, 1)),
    torch.rand(32, 1, dtype=torch.float32, device='cuda:0'),
]
