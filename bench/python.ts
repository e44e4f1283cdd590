/** Facts about Python source: what a reply costs, and what hostile replies cost. */
import { spawnSync } from 'node:child_process';
import { analysePython, extractPythonCode } from 'mettle/python';
import { type BenchSuite, type Comparison, type Figure, quantile } from './harness.js';

const PROGRAM = [
  'import math',
  '',
  'def area(radius: float) -> float:',
  '    """The area of a circle."""',
  '    if radius < 0:',
  '        raise ValueError("negative")',
  '    return math.pi * radius ** 2',
  '',
  'print(area(2))',
].join('\n');
const reply = (round: number): string => `Here it is:\n\n\`\`\`python\n${PROGRAM}\nprint(${round})\n\`\`\`\n`;

/** The usual way: a lazy pattern over the whole text, run from every place where a fence might open. */
const LAZY_PATTERN = /``?`?python\s*\n([\s\S]*?)\n``?`?/g;

const HOSTILE: Readonly<Record<string, string>> = {
  'two backticks': '``x``python\n',
  'fences that open': '```python\n',
  'pairs of fences': '```python\nx=1\n```\n',
  'open strings': '```python\n"""\n```\n',
  'untagged fences': '```\nfoo\n',
  tildes: '~~~\n',
  backticks: '`',
  'fences in quotes': '> ```py\n',
  'bare statements': 'x = 1\n',
  prompts: '>>> x\n',
  'two backticks alone': '``\n',
  'line ends': '\r\t`',
  'Windows line ends in fences': '\r\n```py\r\n@a\r\n',
  'fences of growing length': '```\n````\n`````\n',
  'null characters': '\0```py\n\0',
  'inline fences': '```python x = 1```',
  'long names': 'a.b',
};

/** Code that is wrong throughout, or deeper than a parser follows: what it costs to say so. */
const HOPELESS: Readonly<Record<string, string>> = {
  'errors on one line': ':',
  'errors on every line': ':\n',
  'assignments to text': "'='=",
  'blocks without a body': 'try:\n',
  'returns outside functions': 'x = 1\nx\nreturn\n   \n',
  'commas and brackets': 'x = [(,',
  'signs without end': '-',
  'carriage returns': '\r',
};

let round = 0;

export const suite: BenchSuite = {
  name: 'python',
  comparisons: (): readonly Comparison[] => [
    {
      name: 'code, syntax and imports of a 10-line reply',
      rounds: 30,
      warmup: 15,
      claim: { medianSeconds: 0.000_15 },
      subject: { name: 'Mettle', run: () => times(100, () => staticFacts(reply(round++))) },
      baseline: { name: 'a fresh python3 -I -S: compile + ast.walk', run: () => freshPython(PROGRAM) },
    },
    {
      name: '20 KB of fences that open after text',
      rounds: 10,
      subject: { name: 'Mettle', run: () => void extractPythonCode(hostile('a ```python\n', 20_000)) },
      baseline: {
        name: 'a lazy pattern',
        run: () => void [...hostile('a ```python\n', 20_000).matchAll(LAZY_PATTERN)],
      },
    },
  ],
  figures: (): readonly Figure[] => [...extractionFigures(), ...hopelessFigures()],
};

function extractionFigures(): readonly Figure[] {
  return [[160_000, '≤ 10 ms'] as const, [1_000_000, '≤ 50 ms'] as const].flatMap(([length, claim]) =>
    Object.entries(HOSTILE).map(([name, part]) => ({
      name: `${length / 1000} KB of ${name}`,
      value: medianMilliseconds(() => extractPythonCode(hostile(part, length))),
      unit: 'ms',
      claim,
    })),
  );
}

function hopelessFigures(): readonly Figure[] {
  return Object.entries(HOPELESS).map(([name, part]) => ({
    name: `syntax of 160 KB of ${name}`,
    value: medianMilliseconds(() => analysePython(hostile(part, 160_000)).syntax.status),
    unit: 'ms',
  }));
}

function staticFacts(text: string): number {
  const { code } = extractPythonCode(text);
  const facts = analysePython(code);
  return facts.syntax.findings.length + facts.imports.length;
}

function times(count: number, work: () => void): number {
  for (let index = 0; index < count; index++) work();
  return count;
}

function hostile(part: string, length: number): string {
  return `${part.repeat(Math.ceil(length / part.length))}${round++}`;
}

function freshPython(code: string): void {
  const script =
    'import ast, sys; s = sys.stdin.read(); compile(s, "s", "exec"); list(ast.walk(ast.parse(s)))';
  spawnSync('python3', ['-I', '-S', '-c', script], { input: code });
}

/** The median of the processor time, which other programs on the machine do not lengthen by waiting. */
function medianMilliseconds(work: () => unknown): number {
  const values: number[] = [];
  for (let index = 0; index < 11; index++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    if (index > 1) values.push((user + system) / 1000);
  }
  return quantile(values, 0.5);
}
