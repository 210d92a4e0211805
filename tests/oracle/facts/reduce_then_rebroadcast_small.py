# Reduce then rebroadcast small: what nvFuser asserts of it in Gpu3Test.AsyncCompilation_CUDA.
# expect: segments = 2
# because: reduction by R.AXIS_UNCOVERED
# because: inner_persistent by R.NO_PERSISTENCE
# because: pointwise by R.HAS_REDUCTION
# because: transpose by R.HAS_REDUCTION
# because: resize by R.MISSING_OP
# because: greedy by R.MISSING_OP
# passes: nvfuser
# kind: reduction
# confidence: high
# not asserted: [reduction, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    S3 = fd.define_scalar(1.00000, dtype=DataType.Double)
    T4 = fd.ops.add(T0, S3)
    T5 = fd.ops.max(T4, dims=[0], keepdim=False, dtype=DataType.Null)
    T6 = fd.ops.add(T5, T1)
    T7 = fd.ops.add(T6, T2)
    fd.add_output(T7)

inputs = [
    torch.randn(8, 5, dtype=torch.float32),
    torch.randn(5, dtype=torch.float32),
    torch.randn(8, 5, dtype=torch.float32),
]
