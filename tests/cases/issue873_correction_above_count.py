# NVIDIA/Fuser#873: a correction of 4 over 3 elements; the variance is infinite, not negative.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1, T2 = fd.ops.var_mean(T0, dims=[0], correction=4, keepdim=False)
    fd.add_output(T1)
    fd.add_output(T2)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((3, 3), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: values infinite variance
# expect: run equal
