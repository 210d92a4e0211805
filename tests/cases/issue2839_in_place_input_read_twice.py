# NVIDIA/Fuser#2839: ReLU of an input in place while a sum reads the input too: the sum sees the old value.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.relu(T0)
    T3 = fd.ops.add(T0, T1)
    fd.add_output(T2, T0)
    fd.add_output(T3)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((10, 2), dtype=torch.float32, device='cuda:0'),
    torch.testing.make_tensor((2, 10, 2), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: values sum of old
# expect: run equal
