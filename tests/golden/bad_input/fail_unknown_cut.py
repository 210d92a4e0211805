# Options that name no value of the definition.
# options: {"cut": ["T9"], "keep": ["S1"]}
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    S1 = fd.define_scalar(2.0, dtype=DataType.Double)
    T2 = fd.ops.mul(T0, S1)
    fd.add_output(T2)
inputs = [torch.randn(4)]
