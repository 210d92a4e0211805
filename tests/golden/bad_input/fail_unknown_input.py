# An option gives sizes to an input that the definition does not have.
# options: {"input": ["zz=4"]}
def nvfuser_fusion_id0(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.neg(T0)
    fd.add_output(T1)
inputs = [torch.randn(4)]
