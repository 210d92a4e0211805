# Cat same nested axes: what nvFuser asserts of it in PresegTest.TranslateRepeatToExpand3.
# expect: segments = 1
# expect: schedulers = pointwise
# passes: nvfuser
# kind: preseg
# confidence: high

def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[4, 8], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.cat([T0, T0], dim=1, manual_padding=0)
    T2 = fd.ops.cat([T1, T1], dim=0, manual_padding=0)
    fd.add_output(T2)

inputs = [
    torch.randn(4, 8, dtype=torch.float32),
]
