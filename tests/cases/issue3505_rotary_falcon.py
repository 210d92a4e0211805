# NVIDIA/Fuser#3505: rotary embedding whose tables are doubled by cat and spread over eight heads.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1, 2048, 32], contiguity=[None, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[1, 2048, 512], contiguity=[None, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.cat([T0, T0], dim=-1)
    T3 = fd.ops.cos(T2)
    T4 = fd.ops.sin(T2)
    T5 = fd.ops.reshape(T1, new_shape=[1, 2048, 8, 64])
    T6 = fd.ops.permute(T5, dims=[0, 2, 1, 3])
    T7 = fd.ops.slice(T6, start_indices=[0, 0, 0, 0], end_indices=[1, 8, 2048, 32])
    T8 = fd.ops.slice(T6, start_indices=[0, 0, 0, 32], end_indices=[1, 8, 2048, 64])
    T9 = fd.ops.broadcast_in_dim(T3, shape=[1, 1, 2048, 64], broadcast_dims=[0, 2, 3])
    T10 = fd.ops.broadcast_in_dim(T9, shape=[1, 8, 2048, 64], broadcast_dims=[0, 1, 2, 3])
    T11 = fd.ops.mul(T6, T10)
    T12 = fd.ops.neg(T8)
    T13 = fd.ops.cat([T12, T7], dim=-1)
    T14 = fd.ops.broadcast_in_dim(T4, shape=[1, 1, 2048, 64], broadcast_dims=[0, 2, 3])
    T15 = fd.ops.broadcast_in_dim(T14, shape=[1, 8, 2048, 64], broadcast_dims=[0, 1, 2, 3])
    T16 = fd.ops.mul(T13, T15)
    T17 = fd.ops.add(T11, T16)
    fd.add_output(T17)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((1, 2048, 32), dtype=torch.float32, device='cuda:0'),
    torch.testing.make_tensor((1, 2048, 512), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)

# expect: run equal
