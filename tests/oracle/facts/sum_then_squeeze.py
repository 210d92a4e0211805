# Sum then squeeze: what nvFuser asserts of it in Gpu2Test.FusionReduceImplicitBroadcast3_CUDA.
# expect: accepted = reduction
# passes: none
# kind: reduction
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[80, 4096, 1], contiguity=[False, False, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.sum(T0, dims=[1], keepdim=False, dtype=DataType.Null)
    T2 = fd.ops.squeeze(T1, dims=[1], squeeze_expanded=False)
    fd.add_output(T2)

inputs = [
    torch.randn(80, 4096, 1, dtype=torch.float32),
]
