# Operands of lower rank get leading axes; an axis of extent 1 meets any other.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.add(T1, T0)
    T4 = fd.ops.mul(T3, T2)
    fd.add_output(T4)

inputs = [torch.randn(2, 3, 4), torch.randn(4), torch.randn(3, 1)]
