# Random numbers from a range that holds none.
def f(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    fd.add_output(T2)

inputs = [
    torch.randint(10, 2, (8,), device='cuda:0'),
    torch.testing.make_tensor((8,), dtype=torch.float32, device='cuda:0', low=3.5, high=-1),
]
