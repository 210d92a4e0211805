# Bias and tanh-GELU, forward and backward: some twenty element-wise ops that stay one kernel each.
import torch
from nvfuser import FusionDefinition, DataType

def gelu_forward(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.ops.cast(T0, dtype=DataType.Float)
    T3 = fd.ops.broadcast_in_dim(T1, shape=T0.shape(), broadcast_dims=[1])
    T4 = fd.ops.cast(T3, dtype=DataType.Float)
    T5 = fd.ops.add(T2, T4)
    T6 = fd.ops.mul(T5, T5)
    T7 = fd.ops.mul(T6, T5)
    S8 = fd.define_scalar(0.044715, dtype=DataType.Double)
    T9 = fd.ops.mul(T7, S8)
    T10 = fd.ops.add(T5, T9)
    S11 = fd.define_scalar(0.7978845608, dtype=DataType.Double)
    T12 = fd.ops.mul(T10, S11)
    T13 = fd.ops.tanh(T12)
    S14 = fd.define_scalar(1.0, dtype=DataType.Double)
    T15 = fd.ops.add(T13, S14)
    S16 = fd.define_scalar(0.5, dtype=DataType.Double)
    T17 = fd.ops.mul(T5, S16)
    T18 = fd.ops.mul(T17, T15)
    T19 = fd.ops.cast(T18, dtype=DataType.BFloat16)
    fd.add_output(T19)

def gelu_backward(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.BFloat16, is_cpu=False)
    one = fd.define_scalar(1.0, dtype=DataType.Double)
    half = fd.define_scalar(0.5, dtype=DataType.Double)
    slope = fd.define_scalar(0.7978845608, dtype=DataType.Double)
    cube = fd.define_scalar(0.044715, dtype=DataType.Double)
    cube3 = fd.define_scalar(3 * 0.044715, dtype=DataType.Double)
    grad = fd.ops.cast(T0, dtype=DataType.Float)
    x = fd.ops.cast(T1, dtype=DataType.Float)
    bias = fd.ops.cast(T2, dtype=DataType.Float)
    x = fd.ops.add(x, bias)
    square = fd.ops.mul(x, x)
    inner = fd.ops.mul(square, cube)
    inner = fd.ops.add(inner, one)
    inner = fd.ops.mul(inner, x)
    inner = fd.ops.mul(inner, slope)
    t = fd.ops.tanh(inner)
    left = fd.ops.add(t, one)
    left = fd.ops.mul(left, half)
    t2 = fd.ops.mul(t, t)
    dt = fd.ops.sub(one, t2)
    dinner = fd.ops.mul(square, cube3)
    dinner = fd.ops.add(dinner, one)
    dinner = fd.ops.mul(dinner, slope)
    right = fd.ops.mul(dt, dinner)
    right = fd.ops.mul(right, x)
    right = fd.ops.mul(right, half)
    dx = fd.ops.add(left, right)
    dx = fd.ops.mul(dx, grad)
    dx = fd.ops.cast(dx, dtype=DataType.BFloat16)
    fd.add_output(dx)

with FusionDefinition() as fd:
    gelu_forward(fd)

inputs1 = [
    torch.testing.make_tensor((64, 1024), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((1024,), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs1)

with FusionDefinition() as fd:
    gelu_backward(fd)

inputs2 = [
    torch.testing.make_tensor((64, 1024), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((64, 1024), dtype=torch.bfloat16, device='cuda:0'),
    torch.testing.make_tensor((1024,), dtype=torch.bfloat16, device='cuda:0'),
]
fd.execute(inputs2)
