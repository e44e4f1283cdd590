import { describe, expect, it } from 'vitest';
import { MAX_SOURCE_LENGTH } from '../../python/internal.js';
import { unless } from '../../testing/unless.fixture.js';
import { DoctestsPass } from '../behaviour/doctests-pass.js';
import { FunctionSignature } from '../behaviour/function-signature.js';
import { checkPython } from '../pipeline/check-reply.js';
import { MatplotlibHeadlessBackend } from '../plotting/matplotlib-headless-backend.js';
import { PlotFileSaved } from '../plotting/plot-file-saved.js';
import { repairLoop } from '../repair/repair-loop.js';
import { reply, whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import { ComplexityLimit } from '../structure/complexity-limit.js';
import { NoFileUse } from '../structure/no-side-effects.js';
import { ImportRestrictions } from './import-restrictions.js';
import { pythonCodeGenerationRequirements } from './python-code-generation-requirements.js';
import { PythonExecutionReq } from './python-execution-req.js';
import { PythonSyntaxValid } from './python-syntax-valid.js';

/** Deeper than the parser follows; whether Python compiles it depends on its version and its stack. */
const tooDeep = `x = ${'-'.repeat(20_000)}1\nprint(x)\n`;
/** Every Python runs it; the parser would take too long. */
const tooSlow = `x = ${'"a" '.repeat(12_000)}\nprint(len(x))\n`;
const tooLarge = `x = 1 # ${'x'.repeat(MAX_SOURCE_LENGTH)}\n`;
const noMonty = await whyUnavailable('monty');

const summary = async (code: string, requirements: readonly Requirement[]) => {
  const report = await checkPython(code, requirements);
  return {
    ok: report.ok,
    verdict: report.verdict,
    results: report.results.map(({ verdict, cause, blockedBy }) => [verdict, cause, blockedBy]),
  };
};

describe('code beyond what the parser can judge', () => {
  it.each([
    ['too deep', tooDeep, 'nested too deeply'],
    ['too long for the parser', tooSlow, '5000 string literals'],
    ['too large', tooLarge, `${MAX_SOURCE_LENGTH}`],
  ])('%s is neither valid nor invalid, and not accepted', async (_name, code, words) => {
    const report = await checkPython(code, [PythonSyntaxValid()]);
    expect(report).toMatchObject({ ok: false, verdict: 'not_checked', score: 0 });
    expect(report.results[0]).toMatchObject({
      verdict: 'not_checked',
      cause: 'limit',
      score: null,
      findings: [{ severity: 'warning' }],
    });
    expect(report.results[0]?.reason).toContain(words);
  });

  it.each([
    ['201 brackets', `x = ${'('.repeat(201)}1${')'.repeat(201)}`],
    [
      'a hundred levels of indentation',
      Array.from({ length: 101 }, (_, level) => `${' '.repeat(level)}if x:\n`).join(''),
    ],
    ['a number of 4,301 digits', `x = ${'9'.repeat(4301)}`],
  ])('%s, which every Python refuses, fail', async (_name, code) => {
    expect(await summary(code, [PythonSyntaxValid()])).toMatchObject({ ok: false, verdict: 'fail' });
  });

  it('blocks what reads the tree, and not what reads the tokens', async () => {
    const requirements = [
      PythonSyntaxValid(),
      ComplexityLimit({ maxLines: 9 }),
      ImportRestrictions({ allowedImports: [] }),
      NoFileUse(),
    ];
    expect((await summary(tooSlow, requirements)).results).toEqual([
      ['not_checked', 'limit', null],
      ['not_checked', 'dependency', 'PythonSyntaxValid'],
      ['pass', null, null],
      ['pass', null, null],
    ]);
    const forbidden = await summary(`import socket\n${tooSlow}`, requirements);
    expect(forbidden.results[2]).toEqual(['fail', null, null]);
  });

  it('gives no verdict either on what reads it alone', async () => {
    const deep = await summary(tooDeep, [ComplexityLimit({ maxLines: 9 }), DoctestsPass()]);
    expect(deep.results).toEqual(Array.from({ length: 2 }, () => ['not_checked', 'limit', null]));
    const large = await summary(tooLarge, [
      ImportRestrictions({ allowedImports: ['math'] }),
      NoFileUse(),
      FunctionSignature({ functionName: 'f' }),
      MatplotlibHeadlessBackend(),
      PlotFileSaved({ outputPath: 'a.png' }),
    ]);
    expect(large.results).toEqual(Array.from({ length: 5 }, () => ['not_checked', 'limit', null]));
  });

  unless(noMonty).it('is run nevertheless, and judged by that', async () => {
    const [, syntax, execution, imports] = pythonCodeGenerationRequirements({
      engine: 'monty',
      allowedImports: [],
    });
    expect(await summary(tooSlow, [syntax, execution, imports])).toEqual({
      ok: false,
      verdict: 'not_checked',
      results: [
        ['not_checked', 'limit', null],
        ['pass', null, null],
        ['pass', null, null],
      ],
    });
  });

  it('is not run where a list of imports holds and cannot be read', async () => {
    const bundle = pythonCodeGenerationRequirements({ engine: 'monty', allowedImports: ['math'] });
    expect((await summary(tooLarge, bundle)).results[2]).toEqual([
      'not_checked',
      'dependency',
      'ImportRestrictions',
    ]);
    const alone = PythonExecutionReq({ engine: 'monty', allowedImports: ['math'] });
    expect((await summary(tooLarge, [alone])).results[0]).toEqual(['not_checked', 'limit', null]);
  });

  unless(noMonty).it('longer than a sandbox takes is not run, which is no failure', async () => {
    const { ok, results } = await summary(tooLarge, [PythonExecutionReq({ engine: 'monty' })]);
    expect({ ok, results }).toEqual({ ok: false, results: [['not_checked', 'limit', null]] });
  });

  it('tells a model how to come back within the limits, and never accepts it', async () => {
    const asked: string[] = [];
    const outcome = await repairLoop({
      generate: (messages) => {
        asked.push(messages.at(-1)?.content ?? '');
        return reply(tooDeep.replace('1', `${asked.length}`));
      },
      task: 'Count.',
      requirements: pythonCodeGenerationRequirements(),
      budget: { attempts: 2 },
    });
    expect(outcome).toMatchObject({
      status: 'budget_exhausted',
      text: null,
      code: null,
      attempts: { length: 2 },
    });
    expect(asked[1]).toContain('It goes beyond what can be judged by one requirement:\n* PythonSyntaxValid');
    expect(asked[1]).toContain('into several statements');
    expect(asked[1]).not.toContain('It fails');
  });
});
