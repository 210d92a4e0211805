# Layer norm backward on rows cut out of wider buffers: sums along both axes share the rows they read.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id11(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.BFloat16, is_cpu=False, stride_order=[1, 0])
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[False, True], dtype=DataType.BFloat16, is_cpu=False, stride_order=[1, 0])
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T4 = fd.define_tensor(shape=[-1, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    # What the loss says of the output, and the input again.
    T5 = fd.ops.cast(T0, dtype=DataType.Float)
    T6 = fd.ops.cast(T1, dtype=DataType.Float)
    V7 = fd.ops.shape(T0)
    T8 = fd.ops.broadcast_in_dim(T2, shape=V7, broadcast_dims=[1])
    T9 = fd.ops.cast(T8, dtype=DataType.Float)
    # Normalised rows.
    T10 = fd.ops.sub(T6, T3)
    T11 = fd.ops.mul(T10, T4)
    T12 = fd.ops.mul(T5, T9)
    T13 = fd.ops.sum(T12, dims=[1], keepdim=True, dtype=DataType.Null)
    T14 = fd.ops.mul(T12, T11)
    T15 = fd.ops.sum(T14, dims=[1], keepdim=True, dtype=DataType.Null)
    S16 = fd.define_scalar(0.00195312, dtype=DataType.Double)
    T17 = fd.ops.mul(T13, S16)
    T18 = fd.ops.mul(T15, S16)
    T19 = fd.ops.mul(T11, T18)
    T20 = fd.ops.sub(T12, T17)
    T21 = fd.ops.sub(T20, T19)
    T22 = fd.ops.mul(T21, T4)
    T23 = fd.ops.cast(T22, dtype=DataType.BFloat16)
    fd.add_output(T23)
    # Gradients of weight and bias.
    T24 = fd.ops.mul(T5, T11)
    T25 = fd.ops.sum(T24, dims=[0], keepdim=False, dtype=DataType.Null)
    T26 = fd.ops.cast(T25, dtype=DataType.BFloat16)
    fd.add_output(T26)
    T27 = fd.ops.sum(T5, dims=[0], keepdim=False, dtype=DataType.Null)
    T28 = fd.ops.cast(T27, dtype=DataType.BFloat16)
    fd.add_output(T28)

with FusionDefinition() as fd:
    nvfuser_fusion_id11(fd)

inputs = [
    torch.randn(196352, dtype=torch.bfloat16, device='cuda:0').as_strided((256, 512), (768, 1)),
    torch.randn(261632, dtype=torch.bfloat16, device='cuda:0').as_strided((256, 512), (1024, 1)),
    torch.randn(512, dtype=torch.bfloat16, device='cuda:0'),
    torch.randn(256, dtype=torch.float32, device='cuda:0').as_strided((256, 1), (1, 1)),
    torch.rand(256, 1, dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)
