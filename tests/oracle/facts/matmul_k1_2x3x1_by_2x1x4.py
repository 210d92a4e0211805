# Matmul k1 2x3x1 by 2x1x4: what nvFuser asserts of it in TranslateNoReductionMatmulTest.Test.
# expect: segments = 2
# expect: schedulers = expr_eval, pointwise
# passes: nvfuser
# kind: matmul
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[2, 3, 1], contiguity=[True, True, None], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[2, 1, 4], contiguity=[True, None, True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.matmul(T0, T1)
    fd.add_output(T2)

inputs = [
    torch.randn(2, 3, 1, dtype=torch.float32),
    torch.randn(2, 1, 4, dtype=torch.float32),
]
