# A scalar of another type in a list of sizes: said once for each, and never cut down to an integer in silence.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 32], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(4.0, dtype=DataType.Double)
    S2 = fd.define_scalar(32.5, dtype=DataType.Float)
    V3 = fd.define_vector([S1, S2], dtype=DataType.Int)
    T4 = fd.ops.uniform(S1, S2, shape=V3, dtype=DataType.Float)
    T5 = fd.ops.mul(T0, T4)
    fd.add_output(T5)
