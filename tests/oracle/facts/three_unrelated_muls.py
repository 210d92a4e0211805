# Three unrelated muls: what nvFuser asserts of it in FusionProfilerTest.Profile3Segments.
# expect: segments = 3
# passes: nvfuser
# kind: pointwise
# confidence: high
# not asserted: [pointwise, pointwise, pointwise]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[11], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[13], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[17], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    S3 = fd.define_scalar(2.00000, dtype=DataType.Double)
    T4 = fd.ops.mul(T0, S3)
    T5 = fd.ops.mul(T1, S3)
    T6 = fd.ops.mul(T2, S3)
    fd.add_output(T4)
    fd.add_output(T5)
    fd.add_output(T6)

inputs = [
    torch.randn(11, dtype=torch.float32),
    torch.randn(13, dtype=torch.float32),
    torch.randn(17, dtype=torch.float32),
]
