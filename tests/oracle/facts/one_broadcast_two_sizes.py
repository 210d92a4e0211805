# One broadcast two sizes: what nvFuser asserts of it in Gpu3Test.FusionAvoidRedundantWriteDifferentConcretizedDomains_CUDA.
# expect: segments >= 2
# because: pointwise by R.BCAST_TWO_SIZES
# because: reduction by R.BCAST_TWO_SIZES
# passes: nvfuser
# kind: reduction
# confidence: high
# not asserted: [pointwise, reduction, reduction]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[False, False, False, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[False, False, False, False], dtype=DataType.Float, is_cpu=False)
    T3 = fd.ops.broadcast(T0, is_broadcast_dim=[True, False, True, False])
    S4 = fd.define_scalar(1.00000, dtype=DataType.Double)
    T5 = fd.ops.add(T3, S4)
    T6 = fd.ops.add(T5, T1)
    T7 = fd.ops.add(T5, T2)
    T8 = fd.ops.sum(T6, dims=[-1], keepdim=False, dtype=DataType.Null)
    T9 = fd.ops.sum(T7, dims=[-1], keepdim=False, dtype=DataType.Null)
    fd.add_output(T5)
    fd.add_output(T8)
    fd.add_output(T9)

inputs = [
    torch.randn(64, 2048, dtype=torch.float32),
    torch.randn(2, 64, 128, 2048, dtype=torch.float32),
    torch.randn(4, 64, 256, 2048, dtype=torch.float32),
]
