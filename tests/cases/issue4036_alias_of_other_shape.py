# NVIDIA/Fuser#4036: a (2, 4) result onto a (4, 2) input; refused with a message.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 2], contiguity=[False, True], dtype=DataType.Float, is_cpu=False, stride_order=[0, 1])
    S1 = fd.define_scalar(0.0, dtype=DataType.Double)
    T2 = fd.ops.gt(T0, S1)
    T3 = fd.ops.where(T2, T0, S1)
    T4 = fd.ops.permute(T3, dims=[1, 0])
    fd.add_output(T4, T0)
    fd.add_output(T4)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.randn(9, dtype=torch.float32, device='cuda:0').as_strided((4, 2), (1, 5)),
]
fd.execute(inputs)

# expect: error alias_mismatch
