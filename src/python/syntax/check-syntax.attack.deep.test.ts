import { describe, expect, it } from 'vitest';
import { analysePython, checkSyntax } from '../analyse.js';
import { MAX_SOURCE_LENGTH } from './options.js';

const DEEP = 100_000;

describe('hostile source', () => {
  it.each([
    ['brackets', '('.repeat(DEEP)],
    ['closed brackets', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
    ['unary minus', `x = ${'-'.repeat(DEEP)}1`],
    ['not', `x = ${'not '.repeat(DEEP)}1`],
    ['a sum', `x = 1${'+1'.repeat(DEEP)}`],
    ['powers', `x = 1${'**1'.repeat(DEEP)}`],
    ['attributes', `x = a${'.b'.repeat(DEEP)}`],
    ['calls', `x = a${'()'.repeat(DEEP)}`],
    ['lambdas', `x = ${'lambda:'.repeat(DEEP)}1`],
    ['conditions', `x = ${'1 if 2 else '.repeat(DEEP)}3`],
    ['elif branches', `if x: pass\n${'elif x: pass\n'.repeat(DEEP / 10)}`],
    ['fields of f-strings', `x = ${'f"{'.repeat(DEEP / 4)}`],
    ['indentation', Array.from({ length: 1000 }, (_, level) => `${' '.repeat(level)}if x:\n`).join('')],
    ['decorators', `${'@a\n'.repeat(DEEP)}def f(): pass`],
    ['comparisons', `x = 1${'<1'.repeat(DEEP)}`],
    ['strings', `x = ${'"a"'.repeat(DEEP)}`],
  ])('%s, a hundred thousand deep, neither throw nor hang nor spoil the next check', (_, code) => {
    const { status, findings } = analysePython(code).syntax;
    expect(findings.length === 0).toBe(status === 'valid');
    expect(checkSyntax('def f():\n    return 1\n')).toEqual([]);
    expect(checkSyntax('return 1\n')).toHaveLength(1);
  });

  it('tells what is too deep to check from what is wrong', () => {
    expect(analysePython(`x = 1${'+1'.repeat(DEEP)}`).syntax).toMatchObject({
      status: 'unchecked',
      findings: [{ rule: 'syntax/too-complex' }],
    });
    expect(analysePython('('.repeat(DEEP)).syntax).toMatchObject({
      status: 'invalid',
      findings: [{ rule: 'syntax/too-nested', line: 1, column: 201 }],
    });
  });

  it('starts the parser afresh after each trap', () => {
    const code = (round: number): string => `x${round} = ${'-'.repeat(20_000)}1`;
    for (let round = 0; round < 8; round++) {
      expect(analysePython(code(round)).syntax.status).toBe('unchecked');
    }
    expect(checkSyntax('x = 1\n')).toEqual([]);
  });

  it.each([
    ['one bracket a line', 'x = (1, 2 foo bar\n'],
    ['colons', 'if x:\n'],
    ['quotes', '"\n'],
    ['triple quotes', `'''\n"""\n`],
    ['f-strings', 'f"{a!\n'],
    ['returns', 'return 1\n'],
    ['awaits', 'await x\n'],
    ['bad characters', '$ ? “\n'],
    ['nulls', '\0'],
    ['surrogates', '\ud800'],
    ['carriage returns', 'x\r'],
    ['backslashes', '\\'],
    ['form feeds and tabs', '\f\t x\n'],
    ['numbers', '0x_1__e+9.'],
    ['imports', 'from . import (x, y as\n'],
    ['calls', 'getattr(builtins, eval(exec(\n'],
  ])('reads 100 KB of %s', (_, part) => {
    const code = part.repeat(Math.floor(100_000 / part.length));
    const facts = analysePython(code, { allowTopLevelAwait: true });
    expect(facts.syntax.findings.length).toBeLessThanOrEqual(100);
    expect(facts.imports.length + facts.calls.length + facts.dynamicCode.length).toBeGreaterThanOrEqual(0);
    for (const finding of facts.syntax.findings) expect(finding.line).toBeLessThanOrEqual(facts.lines.count);
  });

  it('reads a megabyte of lines that are each an error', () => {
    expect(analysePython('x = (1, 2 foo bar\n'.repeat(55_000)).syntax.status).toBe('invalid');
  });

  it('does not hand more than its limit to the parser', () => {
    expect(analysePython(' '.repeat(MAX_SOURCE_LENGTH + 1)).syntax).toMatchObject({
      status: 'unchecked',
      findings: [{ rule: 'syntax/too-large' }],
    });
  });
});
