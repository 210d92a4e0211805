# NVIDIA/Fuser#922: a scalar as an output beside a tensor; refused with a message.
import torch
from nvfuser_direct import FusionDefinition, DataType

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Bool, is_cpu=False)
    S1 = fd.define_scalar(None, dtype=DataType.Bool)
    T2 = fd.ops.cast(T0, dtype=DataType.Float)
    S3 = fd.ops.cast(S1, dtype=DataType.Double)
    fd.add_output(S3)
    fd.add_output(T2)

with FusionDefinition() as fd:
    nvfuser_fusion_id0(fd)

inputs = [
    torch.testing.make_tensor((4, 4), dtype=torch.bool, device='cuda:0'),
    True,
]
fd.execute(inputs)

# expect: error scalar_output
