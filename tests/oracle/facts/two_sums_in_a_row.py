# Two sums in a row: what nvFuser asserts of it in Gpu3Test.VectorizeBackToBackReductions.
# expect: segments = 2
# passes: nvfuser
# kind: reduction
# confidence: high
# not asserted: [reduction, reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[128, 256, 256], contiguity=[False, False, False], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(1.00000, dtype=DataType.Double)
    T2 = fd.ops.add(T0, S1)
    T3 = fd.ops.sum(T2, dims=[2], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.sum(T3, dims=[1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T4)

inputs = [
    torch.randn(128, 256, 256, dtype=torch.float32),
]
