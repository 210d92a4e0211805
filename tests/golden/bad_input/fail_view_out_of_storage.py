# A view with strides that reaches beyond the tensor it is a view of.
def f(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.neg(T0)
    fd.add_output(T1)

inputs = [torch.randn(64, dtype=torch.float32, device='cuda:0').as_strided((4, 16), (20, 1))]
