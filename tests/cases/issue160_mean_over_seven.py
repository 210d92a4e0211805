# NVIDIA/Fuser#160: a mean over 7 divides; multiplying by 1/7 is off by one unit in the last place of bfloat16.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, 1], contiguity=[True, True, True, None], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T2 = fd.ops.sum(T1, dims=[1, 3], keepdim=False, dtype=DataType.Null)
    S3 = fd.define_scalar(7.0, dtype=DataType.Double)
    T4 = fd.ops.div(T2, S3)
    T5 = fd.ops.cast(T4, dtype=DataType.BFloat16)
    fd.add_output(T5)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((8, 7, 5, 1), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)

# expect: values divided means
# expect: run equal
