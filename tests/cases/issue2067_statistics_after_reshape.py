# csarofeen/pytorch#2067: a reshape, then variance and mean over three of the new axes.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.set(T0)
    T2 = fd.ops.reshape(T1, new_shape=[128, 256, 16, 16])
    T3, T4 = fd.ops.var_mean(T2, dims=[0, 2, 3], correction=0, keepdim=False)
    fd.add_output(T2)
    fd.add_output(T3)
    fd.add_output(T4)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((512, 64, 256), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: outputs = 3
# expect: run equal
