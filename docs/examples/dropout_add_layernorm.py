# Dropout of a branch, the residual add and a layer norm: the random mask is an output, so the backward pass can use it again.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id8(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    S4 = fd.define_scalar(0.0, dtype=DataType.Double)
    S5 = fd.define_scalar(1.0, dtype=DataType.Double)
    T6 = fd.ops.uniform(S4, S5, shape=[112, 512], dtype=DataType.Float)
    S7 = fd.define_scalar(0.8, dtype=DataType.Double)
    T8 = fd.ops.lt(T6, S7)
    T9 = fd.ops.cast(T0, dtype=DataType.Float)
    T10 = fd.ops.where(T8, T9, S4)
    S11 = fd.define_scalar(1.25, dtype=DataType.Double)
    T12 = fd.ops.mul(T10, S11)
    T13 = fd.ops.cast(T1, dtype=DataType.Float)
    T14 = fd.ops.add(T12, T13)
    T15, T16 = fd.ops.var_mean(T14, dims=[1], correction=0, keepdim=True)
    S17 = fd.define_scalar(1e-05, dtype=DataType.Double)
    T18 = fd.ops.add(T15, S17)
    T19 = fd.ops.rsqrt(T18)
    T20 = fd.ops.sub(T14, T16)
    T21 = fd.ops.mul(T20, T19)
    T22 = fd.ops.cast(T2, dtype=DataType.Float)
    T23 = fd.ops.mul(T21, T22)
    T24 = fd.ops.cast(T3, dtype=DataType.Float)
    T25 = fd.ops.add(T23, T24)
    T26 = fd.ops.cast(T25, dtype=DataType.BFloat16)
    fd.add_output(T26)
    fd.add_output(T8)

with FusionDefinition() as fd:
    nvfuser_fusion_id8(fd)

inputs = [
    torch.testing.make_tensor((112, 512), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((112, 512), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((512,), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((512,), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)
