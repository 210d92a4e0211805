# Masked softmax: what nvFuser asserts of it in Gpu1Test.FusionTestMaskSoftmax_CUDA.
# expect: accepted = inner_persistent
# passes: none
# kind: persistent
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[False, False, False, False], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1, -1, -1, -1], contiguity=[False, False, False, False], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.add(T0, T1)
    T3 = fd.ops.max(T2, dims=[3], keepdim=False, dtype=DataType.Null)
    T4 = fd.ops.broadcast(T3, is_broadcast_dim=[False, False, False, True])
    T5 = fd.ops.sub(T2, T4)
    T6 = fd.ops.exp(T5)
    T7 = fd.ops.sum(T6, dims=[3], keepdim=False, dtype=DataType.Null)
    T8 = fd.ops.broadcast(T7, is_broadcast_dim=[False, False, False, True])
    T9 = fd.ops.reciprocal(T8)
    T10 = fd.ops.mul(T6, T9)
    fd.add_output(T10)

inputs = [
    torch.randn(256, 16, 128, 128, dtype=torch.float32),
    torch.randn(256, 16, 128, 128, dtype=torch.float32),
]
