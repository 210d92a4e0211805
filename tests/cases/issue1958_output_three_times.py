# csarofeen/pytorch#1958: one value as an output three times.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.relu(T0)
    fd.add_output(T1)
    fd.add_output(T1)
    fd.add_output(T1)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((2, 4, 8), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: segments = 1
# expect: outputs = 3
# expect: run equal
