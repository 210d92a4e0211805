# NVIDIA/Fuser#1541: a slice of a value that was just computed.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.ops.neg(T0)
    T2 = fd.ops.slice(T1, start_indices=[0], end_indices=[5])
    fd.add_output(T2)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((10,), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)

# expect: kernels <= 2
# expect: values negated head
# expect: run equal
