# A softmax in the direct dialect prints in the legacy form with the index of every value in its name, and back.
def softmax(fd: FusionDefinition) -> None:
    tv0 = fd.define_tensor(shape=[-1, -1], contiguity=[True, True], dtype=DataType.BFloat16, is_cpu=False)
    tv1 = fd.ops.cast(tv0, dtype=DataType.Float)
    tv2 = fd.ops.max(tv1, dims=[1], keepdim=True)
    tv3 = fd.ops.sub(tv1, tv2)
    tv4 = fd.ops.exp(tv3)
    tv5 = fd.ops.sum(tv4, dims=[1], keepdim=True)
    tv6 = fd.ops.div(tv4, tv5)
    tv7 = fd.ops.cast(tv6, dtype=DataType.BFloat16)
    fd.add_output(tv7)

inputs = [torch.randn(8, 64, dtype=torch.bfloat16)]
