# A column-major input, an expanded one, and an output that asks for a memory order.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Half, is_cpu=False, stride_order=[0, 1])
    T1 = fd.define_tensor(shape=[-1, 6], contiguity=[True, None], dtype=DataType.Half, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    fd.add_output(T2, stride_order=[0, 1])

inputs = [torch.randn(24, dtype=torch.float16).as_strided((4, 6), (1, 4)), torch.randn(4, dtype=torch.float16).as_strided((4, 6), (1, 0))]
