# Two iotas of one kernel keep their own steps.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    S0 = fd.define_scalar(6, dtype=DataType.Int)
    S1 = fd.define_scalar(0, dtype=DataType.Int)
    S2 = fd.define_scalar(1, dtype=DataType.Int)
    S3 = fd.define_scalar(3, dtype=DataType.Int)
    T4 = fd.ops.iota(S0, S1, S2, dtype=DataType.Int)
    T5 = fd.ops.iota(S0, S1, S3, dtype=DataType.Int)
    T6 = fd.ops.add(T4, T5)
    fd.add_output(T6)

inputs = []
