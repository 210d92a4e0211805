# Cross entropy forward: log-softmax over a vocabulary, the label's entry picked by comparison with a running index, then the mean.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id6(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Int, is_cpu=False)
    T2 = fd.ops.cast(T0, dtype=DataType.Float)
    T3 = fd.ops.max(T2, dims=[1], keepdim=True, dtype=DataType.Null)
    T4 = fd.ops.sub(T2, T3)
    T5 = fd.ops.exp(T4)
    T6 = fd.ops.sum(T5, dims=[1], keepdim=True, dtype=DataType.Null)
    T7 = fd.ops.log(T6)
    T8 = fd.ops.sub(T4, T7)
    S9 = fd.ops.size(T0, dim=1)
    S10 = fd.define_scalar(0, dtype=DataType.Int)
    S11 = fd.define_scalar(1, dtype=DataType.Int)
    T12 = fd.ops.iota(S9, S10, S11, dtype=DataType.Int)
    T13 = fd.ops.broadcast(T12, is_broadcast_dim=[True, False])
    T14 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])
    T15 = fd.ops.eq(T13, T14)
    S16 = fd.define_scalar(0.0, dtype=DataType.Double)
    T17 = fd.ops.where(T15, T8, S16)
    T18 = fd.ops.sum(T17, dims=[1], keepdim=False, dtype=DataType.Null)
    T19 = fd.ops.neg(T18)
    T20 = fd.ops.sum(T19, dims=[0], keepdim=False, dtype=DataType.Null)
    S21 = fd.define_scalar(64.0, dtype=DataType.Double)
    T22 = fd.ops.div(T20, S21)
    fd.add_output(T22)
    fd.add_output(T19)

with FusionDefinition() as fd:
    nvfuser_fusion_id6(fd)

inputs = [
    torch.testing.make_tensor((64, 2004), dtype=torch.bfloat16, device='cuda:0'),
    torch.randint(0, 2004, (64,), dtype=torch.int64, device='cuda:0'),
]
fd.execute(inputs)
