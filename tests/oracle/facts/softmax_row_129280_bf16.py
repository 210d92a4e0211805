# Softmax row 129280 bf16: what nvFuser asserts of it in ClusterReductionTestAutoScheduler.Softmax.
# expect: segments = 1
# passes: nvfuser
# kind: persistent
# confidence: high
# not asserted: [inner_persistent]

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    T1 = fd.ops.cast(T0, dtype=DataType.Float)
    T2 = fd.ops.max(T1, dims=[1], keepdim=False, dtype=DataType.Null)
    T3 = fd.ops.broadcast(T2, is_broadcast_dim=[False, True])
    T4 = fd.ops.sub(T1, T3)
    T5 = fd.ops.exp(T4)
    T6 = fd.ops.sum(T5, dims=[1], keepdim=False, dtype=DataType.Null)
    T7 = fd.ops.broadcast(T6, is_broadcast_dim=[False, True])
    T8 = fd.ops.reciprocal(T7)
    T9 = fd.ops.mul(T5, T8)
    T10 = fd.ops.cast(T9, dtype=DataType.BFloat16)
    fd.add_output(T10)

inputs = [
    torch.randn(16, 129280, dtype=torch.bfloat16),
]
