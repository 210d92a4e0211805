# NVIDIA/Fuser#413: expand, reshape, transpose, reshape.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[10240, 2], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.broadcast_in_dim(T0, shape=[10240, 3, 2], broadcast_dims=[0, 2])
    T2 = fd.ops.reshape(T1, new_shape=[10240, 2, 3])
    T3 = fd.ops.permute(T2, dims=[1, 0, 2])
    T4 = fd.ops.reshape(T3, new_shape=[20480, 3])
    fd.add_output(T4)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((10240, 2), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: segments = 1
# expect: run equal
# later: the kernel must not load vectors across the broadcast
