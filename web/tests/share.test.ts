// Links, commands, Markdown, DOT: what leaves the page, and what a hostile link can do: nothing.
import './deflate';
import { describe, expect, test } from 'vitest';
import { tokenIn } from '../src/inspector/local_runner';
import { commandLine, fileName, quoted } from '../src/share/command_line';
import { dotText } from '../src/share/dot';
import { fragmentOf, fromBase64Url, readFragment, toBase64Url, type Shared } from '../src/share/fragment';
import { fenced, issueText } from '../src/share/issue';
import { scaleFor, sizeOf } from '../src/share/picture';
import { reportHtml } from '../src/share/report';
import { DEFAULT_OPTIONS } from '../src/state';
import { tablesOf } from '../src/tables';
import { sample, sampleText } from './sample';

const shared: Shared = {
  text: 'T0 = 1  # ünïcode \u{1f600}\n', name: 'one', options: { ...DEFAULT_OPTIONS, rules: 'extended', cut: ['#3'] },
  selection: { kind: 'cut', id: 0 }, tab: 'kernel',
};

async function packed(value: unknown, version = 1): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return toBase64Url(Uint8Array.from([version, ...bytes]));
}

describe('links', () => {
  test('what goes in comes out, and only characters of an address are used', async () => {
    const fragment = await fragmentOf(shared);
    expect(fragment).toMatch(/^[\w-]+$/);
    expect(await readFragment(`#${fragment}`)).toEqual({ ok: true, shared });
  });

  test('a thousand lines stay below 8,000 characters', async () => {
    const ops = ['add', 'mul', 'exp', 'sub', 'cast'];
    const lines = Array.from({ length: 1000 }, (_, i) => `    T${i + 1} = fd.ops.${ops[i % 5]}(T${i})\n`).join('');
    expect((await fragmentOf({ ...shared, text: lines })).length).toBeLessThan(8000);
  });

  test('truncated at every length, it is a message and never an exception', async () => {
    const fragment = await fragmentOf(shared);
    for (let length = 0; length < fragment.length; length++) {
      expect((await readFragment(fragment.slice(0, length))).ok, `cut at ${length}`).toBe(false);
    }
  });

  test('hostile fragments are refused', async () => {
    const bad = ['', '!', '<script>alert(1)</script>', 'javascript:alert(1)', '%00', 'A', 'AAAA', '_'.repeat(4_000_001),
      await packed({ text: 'x' }, 2), await packed(null), await packed([1]), await packed('text'), await packed({ text: 5 })];
    for (const fragment of bad) expect((await readFragment(fragment)).ok, fragment.slice(0, 30)).toBe(false);
  });

  test('a small link cannot become a text beyond the limit', async () => {
    const read = await readFragment(await packed({ text: 'a'.repeat(17_000_000) }));
    expect(read).toMatchObject({ ok: false, text: expect.stringContaining('16,000,000') });
  });

  test('fields of the wrong kind are left out, prototypes are not touched', async () => {
    const read = await readFragment(await packed({
      text: 't', name: 'a\u0000b', tab: '__proto__', selection: { kind: 'cut', id: -1 },
      options: JSON.parse('{"__proto__": {"polluted": 1}, "rules": "evil", "gpu": "<b>", "cut": ["T1", 5, null], "input": "x"}'),
    }));
    expect(read).toEqual({ ok: true, shared: {
      text: 't', name: 'a b', tab: 'why', selection: null, options: { ...DEFAULT_OPTIONS, cut: ['T1'] } } });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('base64url of every length', () => {
    for (let length = 0; length < 9; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => 255 - i);
      expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
    }
  });
});

describe('commands', () => {
  test('only what differs from the defaults, each word safe in a shell', () => {
    expect(commandLine('explain', 'one', DEFAULT_OPTIONS)).toBe('cleave explain one.py');
    expect(commandLine('run', "it's; rm -rf ~", { ...DEFAULT_OPTIONS, gpu: 'a100', cut: ['#3'], input: ['T0=2x3:Float'] }, ['--device', 'cuda']))
      .toBe("cleave run --device cuda --gpu a100 --cut '#3' --input T0=2x3:Float it_s_rm_-rf.py");
    expect(quoted("a'b")).toBe(`'a'\\''b'`);
    expect(quoted('-x')).toBe("'-x'");
    expect(fileName('../..')).toBe('fusion.py');
  });
});

describe('Markdown', () => {
  const told = { text: sampleText, name: 'sum | add', options: DEFAULT_OPTIONS, response: sample };

  test('numbers, segments, reasons, definition and command', () => {
    const issue = issueText(told, 'https://example.org/#x');
    expect(issue).toContain('### sum \\| add: 3 ops → 2 kernels, 1 cut');
    expect(issue).toContain('| A | g0 | Reduction | 2 | 256 B | 8 B |');
    expect(issue).toContain('* **A ✂ B** at `T3`: The kernel would loop over the axes of `T0`; axis 1 of `T1` (extent 128) is none of them. (`R.AXIS_UNCOVERED`) Costs 16 B, 0.7% of all traffic. What would remove it: Use the extended rules.');
    expect(issue).toContain('cleave explain sum_add.py');
  });

  test('a fence inside the text does not end the fence around it', () => {
    expect(fenced('````\nx\n````', 'python')).toBe('`````python\n````\nx\n````\n`````\n');
    expect(issueText({ ...told, name: '<img src=x>' }, '')).not.toMatch(/(^|[^\\])<img/);
  });
});

describe('DOT', () => {
  test('a cluster for each segment and dashed arrows across cuts', () => {
    const dot = dotText(tablesOf(sample));
    expect(dot).toContain('subgraph cluster_1 {');
    expect(dot).toContain('op1_0 -> op2_1 [style=dashed, penwidth=2, label="T3 · 8 B"];');
    expect(dot).toContain('in0 -> op0_0;');
    expect(dot).toContain('op2_1 -> out4;');
  });

  test('names with quotes stay inside their quotes', () => {
    const values = sample.values!.map((value) => ({ ...value, label: `"]; evil [` }));
    const lines = dotText(tablesOf({ ...sample, values })).split('\n');
    for (const line of lines) expect(line.replace(/\\["\\]/g, '').split('"').length % 2, line).toBe(1);
  });
});

describe('report', () => {
  const report = { name: '</script><script>alert(1)</script>', text: '<!-- \u2028 & ', options: {}, response: { ...sample, drawing: { width: 1, height: 1, orientation: 'tb' as const, expanded: [], shapes: [], wires: [], positions: [] } } };

  test('nothing in the data can end the element that it stands in', () => {
    const html = reportHtml('<script type="application/json">__CLEAVE_REPORT__</script>', report);
    const inside = html.slice(html.indexOf('>') + 1, html.lastIndexOf('</script>'));
    expect(inside).not.toMatch(/[<>&\u2028]/);
    const read = JSON.parse(inside) as typeof report;
    expect(read.name).toBe(report.name);
    expect(read.text).toBe(report.text);
    expect(read.response.drawing, 'positions of shapes are not told').toBeUndefined();
  });

  test('a template without a place for it is a fault', () => {
    expect(() => reportHtml('<html></html>', report)).toThrow(/no place/);
  });

  test('replacement patterns in a text are text', () => {
    expect(reportHtml('a __CLEAVE_REPORT__ b', { ...report, text: "$& $' $`" })).toContain("$\\u0026 $' $`");
  });
});

test('a picture is never larger than a browser can paint', () => {
  expect(sizeOf('<svg xmlns="x" viewBox="0 0 280 518" width="280" height="518">')).toEqual({ width: 280, height: 518 });
  expect(scaleFor(280, 518)).toBe(2);
  expect(scaleFor(400, 200_000) * 200_000).toBeLessThanOrEqual(16_000);
});

test('the token of the local runner is told from a link', () => {
  expect(tokenIn('#token=abcdefghijklmnop_-0')).toBe('abcdefghijklmnop_-0');
  for (const other of ['', '#', '#token=', '#token=a b', '#token=<script>aaaaaaaaaaaaaa', `#${'A'.repeat(40)}`]) expect(tokenIn(other), other).toBeNull();
});
