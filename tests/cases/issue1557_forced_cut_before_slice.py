# NVIDIA/Fuser#1557: a forced cut between a negation and a slice, in bfloat16.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.ops.neg(T0)
    T2 = fd.ops.segment_set(T1)
    T3 = fd.ops.slice(T2, start_indices=[0], end_indices=[5])
    fd.add_output(T3)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((10,), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)

# expect: segments = 2
# expect: values negated head
# expect: run equal
