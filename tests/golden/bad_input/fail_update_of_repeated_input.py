# An update in place of tensors whose elements share storage.
def f(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[None, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.neg(T0)
    T3 = fd.ops.neg(T1)
    fd.add_output(T2, T0)
    fd.add_output(T3, T1)

inputs = [
    torch.randn(16, dtype=torch.float32, device='cuda:0').expand(4, 16),
    torch.randn(64, dtype=torch.float32, device='cuda:0').as_strided((4, 16), (8, 1)),
]
