# Rotary position embedding: the halves of each head are swapped by slice, neg and cat, and cos and sin spread over heads.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id1(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[1, 128, 512], contiguity=[None, True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[128, 64], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.define_tensor(shape=[128, 64], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T3 = fd.ops.reshape(T0, new_shape=[1, 128, 8, 64])
    T4 = fd.ops.permute(T3, dims=[0, 2, 1, 3])
    T5 = fd.ops.slice(T4, start_indices=[0, 0, 0, 0], end_indices=[1, 8, 128, 32], strides=[1, 1, 1, 1], manual_normalization=0)
    T6 = fd.ops.slice(T4, start_indices=[0, 0, 0, 32], end_indices=[1, 8, 128, 64], strides=[1, 1, 1, 1], manual_normalization=0)
    T7 = fd.ops.cast(T6, dtype=DataType.Float)
    T8 = fd.ops.neg(T7)
    T9 = fd.ops.cast(T8, dtype=DataType.BFloat16)
    T10 = fd.ops.cat([T9, T5], dim=-1, manual_padding=0)
    T11 = fd.ops.broadcast_in_dim(T1, shape=[1, 8, 128, 64], broadcast_dims=[2, 3])
    T12 = fd.ops.cast(T11, dtype=DataType.Float)
    T13 = fd.ops.cast(T4, dtype=DataType.Float)
    T14 = fd.ops.mul(T13, T12)
    T15 = fd.ops.broadcast_in_dim(T2, shape=[1, 8, 128, 64], broadcast_dims=[2, 3])
    T16 = fd.ops.cast(T15, dtype=DataType.Float)
    T17 = fd.ops.cast(T10, dtype=DataType.Float)
    T18 = fd.ops.mul(T17, T16)
    T19 = fd.ops.add(T14, T18)
    T20 = fd.ops.cast(T19, dtype=DataType.BFloat16)
    fd.add_output(T20)

with FusionDefinition() as fd:
    nvfuser_fusion_id1(fd)

inputs = [
    torch.testing.make_tensor((1, 128, 512), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((128, 64), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((128, 64), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)
