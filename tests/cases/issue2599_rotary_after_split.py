# NVIDIA/Fuser#2599: rotary embedding of queries and keys after the split; six kernels were made where two are enough.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 4096, 15360], contiguity=[True, True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[4096, 128], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.define_tensor(shape=[4096, 128], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T3 = fd.ops.reshape(T0, new_shape=[2, 4096, 40, 3, 128])
    T4 = fd.ops.permute(T3, dims=[0, 2, 3, 1, 4])
    T5 = fd.ops.slice(T4, start_indices=[0, 0, 0, 0, 0], end_indices=[2, 40, 1, 4096, 128])
    T6 = fd.ops.reshape(T5, new_shape=[2, 40, 4096, 128])
    T7 = fd.ops.slice(T6, start_indices=[0, 0, 0, 0], end_indices=[2, 40, 4096, 64])
    T8 = fd.ops.slice(T6, start_indices=[0, 0, 0, 64], end_indices=[2, 40, 4096, 128])
    T9 = fd.ops.cast(T8, dtype=DataType.Float)
    T10 = fd.ops.neg(T9)
    T11 = fd.ops.cast(T10, dtype=DataType.BFloat16)
    T12 = fd.ops.cat([T11, T7], dim=-1)
    T13 = fd.ops.cast(T6, dtype=DataType.Float)
    T14 = fd.ops.broadcast_in_dim(T1, shape=[2, 40, 4096, 128], broadcast_dims=[2, 3])
    T15 = fd.ops.cast(T14, dtype=DataType.Float)
    T16 = fd.ops.mul(T13, T15)
    T17 = fd.ops.cast(T12, dtype=DataType.Float)
    T18 = fd.ops.broadcast_in_dim(T2, shape=[2, 40, 4096, 128], broadcast_dims=[2, 3])
    T19 = fd.ops.cast(T18, dtype=DataType.Float)
    T20 = fd.ops.mul(T17, T19)
    T21 = fd.ops.add(T16, T20)
    T22 = fd.ops.cast(T21, dtype=DataType.BFloat16)
    fd.add_output(T22)
    T23 = fd.ops.slice(T4, start_indices=[0, 0, 1, 0, 0], end_indices=[2, 40, 2, 4096, 128])
    T24 = fd.ops.reshape(T23, new_shape=[2, 40, 4096, 128])
    T25 = fd.ops.slice(T24, start_indices=[0, 0, 0, 0], end_indices=[2, 40, 4096, 64])
    T26 = fd.ops.slice(T24, start_indices=[0, 0, 0, 64], end_indices=[2, 40, 4096, 128])
    T27 = fd.ops.cast(T26, dtype=DataType.Float)
    T28 = fd.ops.neg(T27)
    T29 = fd.ops.cast(T28, dtype=DataType.BFloat16)
    T30 = fd.ops.cat([T29, T25], dim=-1)
    T31 = fd.ops.cast(T24, dtype=DataType.Float)
    T32 = fd.ops.broadcast_in_dim(T1, shape=[2, 40, 4096, 128], broadcast_dims=[2, 3])
    T33 = fd.ops.cast(T32, dtype=DataType.Float)
    T34 = fd.ops.mul(T31, T33)
    T35 = fd.ops.cast(T30, dtype=DataType.Float)
    T36 = fd.ops.broadcast_in_dim(T2, shape=[2, 40, 4096, 128], broadcast_dims=[2, 3])
    T37 = fd.ops.cast(T36, dtype=DataType.Float)
    T38 = fd.ops.mul(T35, T37)
    T39 = fd.ops.add(T34, T38)
    T40 = fd.ops.cast(T39, dtype=DataType.BFloat16)
    fd.add_output(T40)
    T41 = fd.ops.slice(T4, start_indices=[0, 0, 2, 0, 0], end_indices=[2, 40, 3, 4096, 128])
    T42 = fd.ops.reshape(T41, new_shape=[2, 40, 4096, 128])
    fd.add_output(T42)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((2, 4096, 15360), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((4096, 128), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((4096, 128), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)

# expect: kernels <= 2
# expect: run equal
