# The marks under an expression in parentheses cover them.
def f(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.ad(T0, T0)
    S2 = fd.define_scalar((2 ** 64), dtype=DataType.Int)
    S3 = fd.define_scalar((1 + 2) // (3 - 3), dtype=DataType.Int)
    fd.add_output(T0)
