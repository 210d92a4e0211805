# NVIDIA/Fuser#557: thirteen uniform numbers; which element gets which number is fixed by its place, not by the kernel.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    S0 = fd.define_scalar(0.0, dtype=DataType.Double)
    S1 = fd.define_scalar(1.0, dtype=DataType.Double)
    T2 = fd.ops.uniform(S0, S1, shape=[13], dtype=DataType.Float)
    fd.add_output(T2)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
]
fd.execute(inputs)

# expect: segments = 1
# expect: values philox uniform
# expect: run equal
