# An add whose result is written transposed: reads run along rows and writes along columns, so the kernel goes through tiles.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id3(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1], contiguity=[True, True, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    T3 = fd.ops.permute(T2, dims=[0, 2, 1])
    fd.add_output(T3)

with FusionDefinition() as fd:
    nvfuser_fusion_id3(fd)

inputs = [
    torch.testing.make_tensor((4, 81, 432), dtype=torch.float32, device='cuda:0'),
    torch.testing.make_tensor((4, 81, 432), dtype=torch.float32, device='cuda:0'),
]
fd.execute(inputs)
