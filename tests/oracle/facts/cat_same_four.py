# Cat same four: what nvFuser asserts of it in PresegTest.TranslateRepeatToExpand5.
# expect: segments = 1
# expect: schedulers = pointwise
# passes: nvfuser
# kind: preseg
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[32], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.cat([T0, T0, T0, T0], dim=-1, manual_padding=0)
    fd.add_output(T1)

inputs = [
    torch.randn(32, dtype=torch.float32),
]
