# Control characters of a terminal and marks that turn text around are shown, not obeyed.
def f(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.neg([31mT0)
    T2 = fd.ops.neg(‮T0)
    T3 = fd.ops.cast(T0, dtype="]0;owned")
    T4 = fd.ops.neg(int("[2J"))
    fd.add_output(T0)
