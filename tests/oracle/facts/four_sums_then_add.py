# Four sums then add: what nvFuser asserts of it in Gpu2Test.FusionDAGMerging_CUDA.
# expect: segments <= 4
# passes: nvfuser
# kind: reduction
# confidence: medium
# not asserted: [reduction, reduction, reduction, reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1, -1], contiguity=[False, False, False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.sum(T0, dims=[0], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.sum(T2, dims=[0], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.sum(T3, dims=[0], keepdim=False, dtype=DataType.Null)
    T5 = fd.ops.sum(T4, dims=[0], keepdim=False, dtype=DataType.Null)
    S6 = fd.define_scalar(1.00000, dtype=DataType.Double)
    T7 = fd.ops.add(T1, S6)
    T8 = fd.ops.add(T7, T5)
    fd.add_output(T8)

inputs = [
    torch.randn(2, 2, 2, 2, 2, dtype=torch.float32),
    torch.randn(2, dtype=torch.float32),
]
