# NVIDIA/Fuser#3829: sine and cosine of one input beside a forced cut of it; the two share a segment.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sin(T0)
    fd.add_output(T1)
    T2 = fd.ops.cos(T0)
    fd.add_output(T2)
    T3 = fd.ops.segment_set(T0)
    fd.add_output(T3)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((1000,), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: together T1 T2
# expect: run equal
