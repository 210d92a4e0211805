#!/usr/bin/env python3
# How many lines cross where Graphviz' dot draws the examples, for drawing_test.cpp to compare with.
#
# Draws the same ops, inputs, outputs and segments (as clusters) as `view` does, with boxes of the same sizes, and counts
# pairs of lines of different values that cross as drawn. Run by hand where Graphviz is installed:
#
# tests/core/api/dot_crossings.py build/dev/tests/cleave_call > tests/core/api/dot_crossings.txt
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
STEPS = 16


def edges_of(view):
    """Pairs of node names with the value between them, and the nodes by segment."""
    ops, values = view['ops'], view['values']
    edges, inside = set(), {}
    for op in ops:
        for segment in op['segments']:
            node = f'o{segment}_{op["id"]}'
            inside.setdefault(segment, []).append(node)
            for value in op['reads']:
                row = values[value]
                if row['kind'] != 'tensor':
                    continue
                maker = row['maker']
                if maker is None:
                    edges.add((f'i{value}', node, value))
                else:
                    made_in = ops[maker]['segments']
                    home = segment if segment in made_in else made_in[0]
                    edges.add((f'o{home}_{maker}', node, value))
    for row in values:
        if row['is_output'] and row['maker'] is not None:
            maker = row['maker']
            edges.add((f'o{ops[maker]["segments"][0]}_{maker}', f'e{row["id"]}', row['id']))
    return sorted(edges), inside


def bezier(points):
    out = []
    for i in range(0, len(points) - 1, 3):
        p = points[i:i + 4]
        for step in range(STEPS + 1):
            t = step / STEPS
            weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t ** 3)
            out.append(tuple(sum(w * q[axis] for w, q in zip(weights, p)) for axis in (0, 1)))
    return out


def crosses(a, b, c, d):
    def side(p, q, r):
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def crossings(edges, inside):
    text = 'digraph { node [shape=box, fixedsize=true, width=1.08, height=0.31];\n'
    for segment, nodes in inside.items():
        text += f'subgraph cluster_{segment} {{ {"; ".join(nodes)} }}\n'
    text += ''.join(f'{a} -> {b};\n' for a, b, _ in edges) + '}'
    plain = subprocess.run(['dot', '-Tplain'], input=text, capture_output=True, text=True, check=True).stdout
    drawn = []
    values = {(a, b): value for a, b, value in edges}
    for line in plain.splitlines():
        words = line.split()
        if words[0] != 'edge':
            continue
        count = int(words[3])
        points = [(float(words[4 + 2 * i]), float(words[5 + 2 * i])) for i in range(count)]
        drawn.append((values[words[1], words[2]], bezier(points)))
    total = 0
    for i, (value, line) in enumerate(drawn):
        for other, second in drawn[i + 1:]:
            if value != other:
                total += any(crosses(line[j], line[j + 1], second[k], second[k + 1])
                             for j in range(len(line) - 1) for k in range(len(second) - 1))
    return total


def main():
    files = sorted((ROOT / 'docs/examples').glob('*.py'))
    requests = [json.dumps({'command': 'view', 'text': file.read_text(), 'expand': 'all'}) for file in files]
    answers = subprocess.run([sys.argv[1]], input='\n'.join(requests) + '\n', capture_output=True, text=True, check=True)
    for file, line in zip(files, answers.stdout.splitlines()):
        print(file.stem, crossings(*edges_of(json.loads(line))))


if __name__ == '__main__':
    main()
