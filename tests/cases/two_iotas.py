# Two integer sequences that share nothing and read nothing.
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    S0 = fd.define_scalar(2, dtype=DataType.Int)
    S1 = fd.define_scalar(0, dtype=DataType.Int)
    S2 = fd.define_scalar(2, dtype=DataType.Int)
    T3 = fd.ops.iota(S0, S1, S2, dtype=DataType.Int)
    S4 = fd.define_scalar(3, dtype=DataType.Int)
    S5 = fd.define_scalar(100, dtype=DataType.Int32)
    S6 = fd.define_scalar(1, dtype=DataType.Int32)
    T7 = fd.ops.iota(S4, S5, S6, dtype=DataType.Int32)
    fd.add_output(T3)
    fd.add_output(T7)

# expect: segments = 2
# expect: maps in any order = {3: 3} {3: 7}
# expect: values iotas
# expect: run equal
