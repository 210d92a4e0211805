# Group norm: a reshape splits the channels into groups, statistics run over three axes, and a reshape joins the groups again.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id5(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[True, True, True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T3 = fd.ops.cast(T0, dtype=DataType.Float)
    T4 = fd.ops.reshape(T3, new_shape=[2, 8, 8, 16, 16])
    T5, T6 = fd.ops.var_mean(T4, dims=[2, 3, 4], correction=0, keepdim=True)
    S7 = fd.define_scalar(1e-05, dtype=DataType.Double)
    T8 = fd.ops.add(T5, S7)
    T9 = fd.ops.rsqrt(T8)
    T10 = fd.ops.sub(T4, T6)
    T11 = fd.ops.mul(T10, T9)
    T12 = fd.ops.reshape(T11, new_shape=[2, 64, 16, 16])
    T13 = fd.ops.broadcast_in_dim(T1, shape=[2, 64, 16, 16], broadcast_dims=[1])
    T14 = fd.ops.cast(T13, dtype=DataType.Float)
    T15 = fd.ops.mul(T12, T14)
    T16 = fd.ops.broadcast_in_dim(T2, shape=[2, 64, 16, 16], broadcast_dims=[1])
    T17 = fd.ops.cast(T16, dtype=DataType.Float)
    T18 = fd.ops.add(T15, T17)
    T19 = fd.ops.cast(T18, dtype=DataType.Half)
    fd.add_output(T19)

with FusionDefinition() as fd:
    nvfuser_fusion_id5(fd)

inputs = [
    torch.testing.make_tensor((2, 64, 16, 16), dtype=torch.float16, device='cuda:0'),
    torch.testing.make_tensor((64,), dtype=torch.float16, device='cuda:0'),
    torch.testing.make_tensor((64,), dtype=torch.float16, device='cuda:0'),
]
fd.execute(inputs)
