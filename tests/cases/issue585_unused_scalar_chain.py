# NVIDIA/Fuser#585: a scalar input whose chain nobody reads, in a definition with a forced cut; the input must still be given.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    S0 = fd.define_scalar(None, dtype=DataType.Int)
    S1 = fd.define_scalar(0, dtype=DataType.Int)
    T2 = fd.ops.full(shape=[5], fill_value=S1, dtype=DataType.Int)
    T3 = fd.ops.segment_set(T2)
    fd.add_output(T3)
    S4 = fd.ops.cast(S0, dtype=DataType.Float)
    S5 = fd.ops.neg(S4)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    3,
]
fd.execute(inputs)

# expect: segments = 1
# expect: values five zeros
# expect: run equal
