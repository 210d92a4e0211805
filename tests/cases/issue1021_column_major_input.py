# NVIDIA/Fuser#1021: a column-major view of a larger buffer, plus 5.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.Float, is_cpu=False, stride_order=[0, 1])
    S1 = fd.define_scalar(5.0, dtype=DataType.Double)
    T2 = fd.ops.add(T0, S1)
    fd.add_output(T2)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.randn(60, dtype=torch.float32, device='cuda:0').as_strided((4, 8), (1, 8)),
]
fd.execute(inputs)

# expect: segments = 1
# expect: values plus five
# expect: run equal
