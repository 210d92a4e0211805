# Matmul k1 8x1 by 1x16: what nvFuser asserts of it in TranslateNoReductionMatmulTest.Test.
# expect: segments = 2
# expect: schedulers = expr_eval, pointwise
# passes: nvfuser
# kind: matmul
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[8, 1], contiguity=[True, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[1, 16], contiguity=[None, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.matmul(T0, T1)
    fd.add_output(T2)

inputs = [
    torch.randn(8, 1, dtype=torch.float32),
    torch.randn(1, 16, dtype=torch.float32),
]
