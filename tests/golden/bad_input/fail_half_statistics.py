# Statistics of half values are not defined by the language.
with FusionDefinition() as fd:
    a = fd.define_tensor(shape=[-1, -1], contiguity=True, dtype=DataType.Half)
    v, m = fd.ops.var_mean(a, dims=[1])
    fd.add_output(v)
    fd.add_output(m)
inputs = [torch.randn(4, 6, dtype=torch.float16)]
