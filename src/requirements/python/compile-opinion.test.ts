import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { checkPython } from '../pipeline/check-reply.js';
import { whyUnavailable } from '../replies.fixture.js';
import type { RequirementResult } from '../verdict.js';
import { PythonSyntaxValid } from './python-syntax-valid.js';

const why = await whyUnavailable('cpython');

async function judge(code: string): Promise<RequirementResult> {
  const { results } = await checkPython(code, [PythonSyntaxValid({ compileWith: 'cpython' })]);
  const [result] = results;
  if (result === undefined) throw new Error('no result');
  return result;
}

unless(why).describe('a second opinion of CPython', () => {
  it('passes what it compiles, and runs nothing of it', async () => {
    expect(await judge('import os\nwhile True: pass\n')).toMatchObject({ verdict: 'pass', findings: [] });
    expect(await judge('')).toMatchObject({ verdict: 'pass' });
  });

  it('fails in its words, with the fix that the parser here proposes', async () => {
    const { verdict, reason, findings } = await judge('def f(x)\n    return x\n');
    expect(verdict).toBe('fail');
    expect(reason).toContain("expected ':'");
    expect(findings[0]).toMatchObject({ severity: 'error', line: 1, message: "expected ':'" });
    expect(findings[0]?.fix?.edits).toHaveLength(1);
  });

  it.each([
    ['"😀"; x = = 1\n', 1, 11],
    ['x = (\n', 1, 5],
    ['def f():\n    return 1\n  x = 2\n', 3, 8],
    ['\n\nreturn 1\n', 3, 1],
    ['class A:\n    nonlocal x\n', 2, 5],
    ['x = """abc\n', 1, 5],
    ['if True:\n', 1, 9],
    ['a = 1\0\n', 1, 6],
  ])('points into the code: %j', async (code, line, column) => {
    const { verdict, findings } = await judge(code);
    expect([verdict, findings[0]?.line]).toEqual(['fail', line]);
    expect(Math.abs((findings[0]?.column ?? 0) - column)).toBeLessThanOrEqual(1);
    expect(findings[0]?.endColumn).toBeGreaterThanOrEqual(1);
  });

  it('says so where the code is too complex for either', async () => {
    expect(await judge(`x = ${'-'.repeat(20_000)}1\n`)).toMatchObject({
      verdict: 'not_checked',
      cause: 'limit',
    });
  });

  it('is asked of large programs too', async () => {
    const filler = '# a comment\n'.repeat(2_000);
    expect(await judge(`${filler}x = 1\n`)).toMatchObject({ verdict: 'pass' });
    expect((await judge(`${filler}x = (\n`)).findings[0]?.line).toBe(2_001);
  });
});

it('names the engines that have a compiler', () => {
  expect(() => PythonSyntaxValid({ compileWith: 'monty' as 'cpython' })).toThrowError(
    expect.objectContaining({ code: 'core/invalid_option' }),
  );
});
