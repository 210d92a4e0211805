# Lstm cell: what nvFuser asserts of it in Gpu2Test.FusionLSTMCell_CUDA.
# expect: accepted = pointwise
# passes: none
# kind: pointwise
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T3 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T4 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T5 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T6 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T7 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T8 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T9 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T10 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T11 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T12 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T13 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T14 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T15 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T16 = fd.ops.add(T0, T1)
    T17 = fd.ops.add(T16, T2)
    T18 = fd.ops.add(T17, T3)
    T19 = fd.ops.sigmoid(T18)
    T20 = fd.ops.add(T4, T5)
    T21 = fd.ops.add(T20, T6)
    T22 = fd.ops.add(T21, T7)
    T23 = fd.ops.sigmoid(T22)
    T24 = fd.ops.add(T8, T9)
    T25 = fd.ops.add(T24, T10)
    T26 = fd.ops.add(T25, T11)
    T27 = fd.ops.tanh(T26)
    T28 = fd.ops.add(T12, T13)
    T29 = fd.ops.add(T28, T14)
    T30 = fd.ops.add(T29, T15)
    T31 = fd.ops.sigmoid(T30)
    T32 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T33 = fd.ops.mul(T23, T32)
    T34 = fd.ops.mul(T19, T27)
    T35 = fd.ops.add(T33, T34)
    T36 = fd.ops.tanh(T35)
    T37 = fd.ops.mul(T31, T36)
    fd.add_output(T35)
    fd.add_output(T37)

inputs = [
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(129536, dtype=torch.float32).as_strided((64, 512), (2048, 1)),
    torch.randn(64, 512, dtype=torch.float32),
]
