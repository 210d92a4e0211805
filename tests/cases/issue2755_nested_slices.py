# NVIDIA/Fuser#2755: a slice of a slice with work between; the inner extent is known inside each segment.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.slice(T0, start_indices=[0], end_indices=[5])
    T2 = fd.ops.neg(T1)
    T3 = fd.ops.slice(T2, start_indices=[0], end_indices=[2])
    T4 = fd.ops.neg(T3)
    fd.add_output(T4)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((10,), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: values head of two
# expect: run equal
