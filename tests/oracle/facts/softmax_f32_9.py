# Softmax f32 9: what nvFuser asserts of it in Gpu1Test.FusionMagicSchedulerSoftmax_CUDA.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1], contiguity=[False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.max(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.broadcast(T1, is_broadcast_dim=[False, True])
    T3 = fd.ops.sub(T0, T2)
    T4 = fd.ops.exp(T3)
    T5 = fd.ops.sum(T4, dims=[1], keepdim=False, dtype=DataType.Null)
    T6 = fd.ops.broadcast(T5, is_broadcast_dim=[False, True])
    T7 = fd.ops.reciprocal(T6)
    T8 = fd.ops.mul(T4, T7)
    fd.add_output(T8)

inputs = [
    torch.randn(132, 9, dtype=torch.float32),
]
