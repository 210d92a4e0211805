#!/usr/bin/python3
"""Writes the vector files that judge core/evaluate: operands and expected results of every op, from sources that
share no code with the project (PyTorch 1.13 and numpy 1.24 of Debian's python3-torch and python3-numpy, rational
arithmetic, published known answers). Where the language differs from these, the vectors are made by hand:
hand_made.txt.

    /usr/bin/python3 tests/vectors/make_vectors.py

writes beside itself; the results are committed, so that tests need neither."""

import os
import warnings

from cast_vectors import cast_vectors
from composite_vectors import composite_vectors
from index_vectors import index_vectors
from movement_vectors import movement_vectors
from pointwise_vectors import pointwise_vectors
from product_vectors import product_vectors
from random_vectors import random_vectors
from reduction_vectors import reduction_file_vectors
from vector_file import VectorFile

HERE = os.path.dirname(os.path.abspath(__file__))


def make_file(name):
    return VectorFile(os.path.join(HERE, name + ".txt"))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for make in (pointwise_vectors, cast_vectors, reduction_file_vectors, movement_vectors, index_vectors,
                 product_vectors,
                 random_vectors, composite_vectors):
        make(make_file)
