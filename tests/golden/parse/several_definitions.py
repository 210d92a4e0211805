# Two definitions and two lists of inputs in one file: the second of each is asked for.
# options: {"definition": "1", "inputs": "inputs2"}
def forward(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.ops.exp(T0)
    fd.add_output(T1)

def backward(fd : FusionDefinition) -> None :
    T0 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T1 = fd.define_tensor(shape=[-1], contiguity=[True], dtype=DataType.Float, is_cpu=False)
    T2 = fd.ops.mul(T0, T1)
    fd.add_output(T2)

inputs1 = [torch.randn(8)]
inputs2 = [torch.randn(16), torch.randn(16)]
