# Two dropouts on both sides of a cut: each random op keeps its place in the stream of random numbers.
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 32], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(0.0, dtype=DataType.Double)
    S2 = fd.define_scalar(1.0, dtype=DataType.Double)
    S3 = fd.define_scalar(0.9, dtype=DataType.Double)
    T4 = fd.ops.uniform(S1, S2, shape=[4, 32], dtype=DataType.Float)
    T5 = fd.ops.lt(T4, S3)
    T6 = fd.ops.mul(T0, T5)
    T7 = fd.ops.segment_set(T6)
    T8 = fd.ops.uniform(S1, S2, shape=[4, 32], dtype=DataType.Float)
    T9 = fd.ops.lt(T8, S3)
    T10 = fd.ops.mul(T7, T9)
    fd.add_output(T10)

inputs = [torch.randn(4, 32)]
