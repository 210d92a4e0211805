# NVIDIA/Fuser#4661: a contiguity list shorter than the shape; refused with a message.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1], contiguity=[], dtype=DataType.Double, is_cpu=False)
    fd.add_output(T0)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((1,), dtype=torch.float64, device='cuda:0'),
]
fd.execute(inputs)

# expect: error contiguity_length
