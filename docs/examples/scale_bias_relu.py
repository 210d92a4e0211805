# Channel scale, bias and ReLU that also writes the mask of positive elements: two outputs of different types from one kernel.
import torch
from nvfuser import FusionDefinition, DataType

def nvfuser_fusion_id7(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Half, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Half, is_cpu=False)
    S3 = fd.define_scalar(0.0, dtype=DataType.Double)
    T4 = fd.ops.cast(T0, dtype=DataType.Float)
    T5 = fd.ops.cast(T1, dtype=DataType.Float)
    T6 = fd.ops.cast(T2, dtype=DataType.Float)
    T7 = fd.ops.mul(T4, T5)
    T8 = fd.ops.add(T7, T6)
    T9 = fd.ops.gt(T8, S3)
    T10 = fd.ops.where(T9, T8, S3)
    T11 = fd.ops.cast(T10, dtype=DataType.Half)
    fd.add_output(T11)
    fd.add_output(T9)

with FusionDefinition() as fd:
    nvfuser_fusion_id7(fd)

inputs = [
    torch.testing.make_tensor((640, 128), dtype=torch.float16, device='cuda:0'),
    torch.testing.make_tensor((128,), dtype=torch.float16, device='cuda:0'),
    torch.testing.make_tensor((128,), dtype=torch.float16, device='cuda:0'),
]
fd.execute(inputs)
