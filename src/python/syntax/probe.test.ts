import { describe, expect, it } from 'vitest';
import { PythonFacts } from '../facts.js';
import { tokenizePython } from '../tokens/tokenizer.js';
import { beginningOf, closedPart, probeBeginning } from './probe.js';
import { reportSyntax } from './report.js';
import { LIKELY_BUG_RULES, type RuffDiagnostic } from './ruff.js';

const error = (code = 'invalid-syntax'): RuffDiagnostic => ({
  code,
  message: 'wrong',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
});

/** How many code units are looked at before the source as a whole, with so many findings in each stretch. */
function looked(code: string, findings: readonly RuffDiagnostic[]): { read: number; found: number | null } {
  let read = 0;
  const { errors } = probeBeginning(tokenizePython(code), (beginning) => {
    read += beginning;
    return findings;
  });
  return { read, found: errors === 'gave-up' ? -1 : (errors?.length ?? null) };
}

describe('a look at the beginning of a long source', () => {
  it('reads about a thousand characters of a source that is wrong throughout, however long it is', () => {
    const hundreds = Array.from({ length: 500 }, () => error());
    for (const length of [10_000, 100_000, 1_000_000]) {
      expect(looked(': '.repeat(length / 2), hundreds)).toEqual({ read: 1_023, found: 100 });
    }
  });

  it('reads less than half of a source that is right, and nothing of a short one', () => {
    expect(looked('x = 1\n'.repeat(300), [])).toEqual({ read: 0, found: null });
    for (const length of [3_000, 30_000, 150_000, 1_000_000]) {
      const { read, found } = looked('x = 1\n'.repeat(length / 6), []);
      expect(read).toBeLessThan(length / 1.7);
      expect(found).toBeNull();
    }
  });

  it('takes neither some errors nor many likely bugs for a source that is wrong throughout', () => {
    const code = 'x = 1\n'.repeat(30_000);
    expect(looked(code, [error(), error()]).found).toBeNull();
    const bugs = Array.from({ length: 500 }, () => error(LIKELY_BUG_RULES[0]));
    expect(looked(code, bugs).found).toBeNull();
  });

  it('ends after a logical line', () => {
    const closed = (code: string) => closedPart(beginningOf(code) ?? tokenizePython(''));
    const beginning = closed('if x:\n    y = (1,\n        2)\n'.repeat(1_000))?.source ?? '';
    expect(beginning.length).toBeGreaterThan(4_096);
    expect(beginning.length).toBeLessThan(8_192);
    expect(beginning).toMatch(/(?:if x:| {8}2\))\n$/);
    expect(closed(`x = [${'1,\n'.repeat(10_000)}]`)).toBeNull();
    expect(closed(`x = "${'1, '.repeat(10_000)}"`)).toBeNull();
    expect(closed(`x = "`.repeat(10_000))?.source.length).toBeGreaterThan(8_000);
    expect(beginningOf('x = 1\n'.repeat(100))).toBeNull();
  });
});

describe('the syntax of long sources', () => {
  it.each([
    ['errors on every line', ':\n'],
    ['errors on one line', ':'],
    ['returns outside functions', 'x = 1\nreturn\n'],
    ['assignments to text', "'='="],
    ['texts that end at the next one', 'x = "'],
    ['blocks that lack their body', 'try:\n'],
    ['prompts', '>>> x\n'],
    ['what no Python has', '`'],
  ])('%s is wrong from its beginning on', (_name, part) => {
    const { status, findings } = new PythonFacts(part.repeat(100_000 / part.length)).syntax;
    expect(status).toBe('invalid');
    expect(findings.length).toBeLessThanOrEqual(100);
    expect(findings[0]?.line).toBeLessThanOrEqual(2);
    const short = new PythonFacts(part.repeat(20)).syntax.findings[0];
    expect(findings[0]?.rule).toBe(short?.rule);
  });

  it.each([
    ['open brackets', '('],
    ['brackets in strings, then open ones', '"(" + ['],
    ['deeper and deeper blocks', null],
    ['characters without meaning', '$ ? `\n'],
  ])('%s get the report that all tokens would', (_name, part) => {
    const deeper = Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}if x:\n`).join('');
    const code = part === null ? deeper : part.repeat(20_000 / part.length);
    const facts = new PythonFacts(code);
    expect(code.length).toBeGreaterThan(16_384);
    expect(facts.syntax).toEqual(reportSyntax(tokenizePython(code), facts.lines, facts.options));
    expect(facts.syntax.status).toBe('invalid');
  });

  it('one error anywhere is found', () => {
    for (const lines of [100, 3_000, 20_000]) {
      const right = 'value = f(1, 2)\n'.repeat(lines);
      expect(new PythonFacts(right).syntax.status).toBe('valid');
      const { status, findings } = new PythonFacts(`${right}x = = 1\n`).syntax;
      expect(status).toBe('invalid');
      expect(findings.map(({ line }) => line)).toEqual([lines + 1]);
    }
  });

  it('what a cut would leave open is not wrong', () => {
    const open = `x = [\n${'    (1, 2),\n'.repeat(20_000)}]\n`;
    expect(new PythonFacts(open).syntax.status).toBe('valid');
    const text = `x = """\n${': = )\n'.repeat(20_000)}"""\n`;
    expect(new PythonFacts(text).syntax.status).toBe('valid');
    const block = `try:\n${'    x = 1\n'.repeat(10_000)}except ValueError:\n    pass\n`;
    expect(new PythonFacts(block).syntax.status).toBe('valid');
  });

  it('likely bugs are looked for where names are as far apart as in programs', () => {
    const bugs = (code: string): number => new PythonFacts(code).syntax.likelyBugs.length;
    expect(bugs(`x = f(${'a, '.repeat(100)})\n`)).toBeGreaterThan(0);
    expect(bugs(`x = f(${'a, '.repeat(2_000)})\n`)).toBe(0);
    expect(bugs(`${'value = 1 + 2\n'.repeat(2_000)}print(undefined_name)\n`)).toBe(1);
  });
});
