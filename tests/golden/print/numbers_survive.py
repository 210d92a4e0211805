# A double prints with six digits, and with as many as it needs where six would change it; infinities, NaN, bools and big integers keep their value.
def nvfuser_fusion_id3(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Double)
    S1 = fd.define_scalar(1e-05, dtype=DataType.Double)
    S2 = fd.define_scalar(0.1234567890123, dtype=DataType.Double)
    S3 = fd.define_scalar(float("inf"), dtype=DataType.Double)
    S4 = fd.define_scalar(float("-inf"), dtype=DataType.Double)
    S5 = fd.define_scalar(1.0 / 768, dtype=DataType.Double)
    S6 = fd.define_scalar(True, dtype=DataType.Bool)
    S7 = fd.define_scalar(-9223372036854775808, dtype=DataType.Int)
    S8 = fd.define_scalar(None, dtype=DataType.Double)
    T9 = fd.ops.add(T0, S1)
    T10 = fd.ops.mul(T9, S2)
    T11 = fd.ops.minimum(T10, S3)
    T12 = fd.ops.maximum(T11, S4)
    T13 = fd.ops.mul(T12, S5)
    T14 = fd.ops.where(S6, T13, T0)
    T15 = fd.ops.add(T14, S7)
    T16 = fd.ops.add(T15, S8)
    fd.add_output(T16)

inputs = [torch.randn(4, dtype=torch.float64), 0.5]
