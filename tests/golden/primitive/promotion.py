# Half and Float meet in Float, an integer and a Float in Float, Bool and Int in Int; every cast is written out.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[8], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[8], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[8], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T3 = fd.define_tensor(shape=[8], contiguity=[True], dtype=DataType.Bool, is_cpu=False)
    T4 = fd.ops.add(T0, T1)
    T5 = fd.ops.mul(T4, T2)
    T6 = fd.ops.add(T3, T2)
    T7 = fd.ops.truediv(T6, T2)
    T8 = fd.ops.exp(T0)
    fd.add_output(T5)
    fd.add_output(T7)
    fd.add_output(T8)

inputs = [torch.randn(8, dtype=torch.float16), torch.randn(8), torch.randint(1, 9, (8,), dtype=torch.int64),
          torch.randint(0, 2, (8,), dtype=torch.bool)]
