# A residual add whose sum is both an output and the input of an RMS norm: the sum never has to be read back.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id2(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    T3 = fd.ops.cast(T0, dtype=DataType.Float)
    T4 = fd.ops.cast(T1, dtype=DataType.Float)
    T5 = fd.ops.add(T3, T4)
    T6 = fd.ops.cast(T5, dtype=DataType.BFloat16)
    fd.add_output(T6)
    T7 = fd.ops.mul(T5, T5)
    T8 = fd.ops.sum(T7, dims=[-1], keepdim=True, dtype=DataType.Null)
    S9 = fd.define_scalar(768.0, dtype=DataType.Double)
    T10 = fd.ops.div(T8, S9)
    S11 = fd.define_scalar(1e-06, dtype=DataType.Double)
    T12 = fd.ops.add(T10, S11)
    T13 = fd.ops.rsqrt(T12)
    T14 = fd.ops.mul(T5, T13)
    T15 = fd.ops.cast(T2, dtype=DataType.Float)
    T16 = fd.ops.mul(T14, T15)
    T17 = fd.ops.cast(T16, dtype=DataType.BFloat16)
    fd.add_output(T17)

with FusionDefinition() as fd:
    nvfuser_fusion_id2(fd)

inputs = [
    torch.testing.make_tensor((128, 768), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((128, 768), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((768,), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)
