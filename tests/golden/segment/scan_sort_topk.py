# A scan, a sort and the largest entries of rows, with arithmetic around them.
def nvfuser_fusion(fd : FusionDefinition) -> None :
    a = fd.define_tensor(shape=[4, 16], contiguity=[True, True], dtype=DataType.Float, is_cpu=False)
    b = fd.ops.neg(a)
    c = fd.ops.cumsum(b, dim=1)
    d = fd.ops.argsort(b, dim=1, descending=True, stable=True)
    e, f = fd.ops.topk(b, 3, dim=1, largest=True, sorted=True)
    fd.add_output(fd.ops.exp(c))
    fd.add_output(d)
    fd.add_output(e)
    fd.add_output(f)

inputs = [torch.randn(4, 16)]
