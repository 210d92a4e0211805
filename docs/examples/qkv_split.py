# One projection cut into query, key and value heads: slices, reshapes and permutations, no arithmetic.
import torch
from nvfuser_direct import FusionDefinition, DataType


def nvfuser_fusion(fd : FusionDefinition) -> None :
    tv0 = fd.define_tensor(shape=[2, 64, 768], contiguity=[True, True, True], dtype=DataType.BFloat16, is_cpu=False)
    tv1 = fd.ops.slice(tv0, start_indices=[0, 0, 0], end_indices=[2, 64, 256])
    tv2 = fd.ops.reshape(tv1, new_shape=[2, 64, 8, 32])
    tv3 = fd.ops.permute(tv2, dims=[0, 2, 1, 3])
    tv4 = fd.ops.slice(tv0, start_indices=[0, 0, 256], end_indices=[2, 64, 512])
    tv5 = fd.ops.reshape(tv4, new_shape=[2, 64, 8, 32])
    tv6 = fd.ops.permute(tv5, dims=[0, 2, 1, 3])
    tv7 = fd.ops.slice(tv0, start_indices=[0, 0, 512], end_indices=[2, 64, 768])
    tv8 = fd.ops.reshape(tv7, new_shape=[2, 64, 8, 32])
    tv9 = fd.ops.permute(tv8, dims=[0, 2, 1, 3])
    fd.add_output(tv3)
    fd.add_output(tv6)
    fd.add_output(tv9)


with FusionDefinition() as fd:
    nvfuser_fusion(fd)

inputs = [
    torch.randn(2, 64, 768, dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs)
