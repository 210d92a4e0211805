# Layer norm backward of rows of 32,768, then a product and a residual add: sums along rows and along columns meet in one definition.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id12(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T4 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    T5 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T6 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T7 = fd.ops.cast(T0, dtype=DataType.Float)
    T8 = fd.ops.cast(T1, dtype=DataType.Float)
    T9 = fd.ops.cast(T4, dtype=DataType.Float)
    T10 = fd.ops.sub(T7, T2)
    T11 = fd.ops.mul(T10, T3)
    T12 = fd.ops.broadcast(T9, is_broadcast_dim=[True, False])
    T13 = fd.ops.mul(T8, T12)
    T14 = fd.ops.sum(T13, dims=[1], keepdim=True, dtype=DataType.Float)
    T15 = fd.ops.mul(T13, T11)
    T16 = fd.ops.sum(T15, dims=[1], keepdim=True, dtype=DataType.Float)
    T17 = fd.ops.mul(T11, T16)
    T18 = fd.ops.add(T14, T17)
    S19 = fd.define_scalar(3.05176e-05, dtype=DataType.Float)
    T20 = fd.ops.mul(T18, S19)
    T21 = fd.ops.sub(T13, T20)
    T22 = fd.ops.mul(T21, T3)
    T23 = fd.ops.cast(T22, dtype=DataType.BFloat16)
    T24 = fd.ops.mul(T8, T11)
    T25 = fd.ops.sum(T24, dims=[0], keepdim=False, dtype=DataType.Float)
    T26 = fd.ops.sum(T8, dims=[0], keepdim=False, dtype=DataType.Float)
    T27 = fd.ops.matmul(T23, T5)
    T28 = fd.ops.cast(T27, dtype=DataType.Float)
    T29 = fd.ops.cast(T6, dtype=DataType.Float)
    T30 = fd.ops.add(T28, T29)
    T31 = fd.ops.cast(T30, dtype=DataType.BFloat16)
    fd.add_output(T23)
    fd.add_output(T25)
    fd.add_output(T26)
    fd.add_output(T31)

with FusionDefinition() as fd:
    nvfuser_fusion_id12(fd)

inputs = [
    torch.randn(2048, 32768, dtype=torch.bfloat16, device='cuda:0'),
    torch.randn(2048, 32768, dtype=torch.bfloat16, device='cuda:0'),
    torch.randn(2048, 1, dtype=torch.float32, device='cuda:0'),
    torch.randn(2048, 1, dtype=torch.float32, device='cuda:0'),
    torch.randn(32768, dtype=torch.bfloat16, device='cuda:0'),
    torch.randn(32768, 4096, dtype=torch.bfloat16, device='cuda:0'),
    torch.randn(2048, 4096, dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)
