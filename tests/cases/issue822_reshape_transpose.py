# NVIDIA/Fuser#822: a reshape that joins two axes, then a transpose.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.reshape(T0, new_shape=[1024, 8192])
    T2 = fd.ops.permute(T1, dims=[1, 0])
    fd.add_output(T2)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((1024, 8, 1024), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: segments = 1
# expect: template g0 = alias
# expect: run equal
# later: where the result must be dense in memory, a tiled transpose with vector loads
