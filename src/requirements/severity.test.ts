import { describe, expect, it } from 'vitest';
import { AnyOf } from './combinators/any-of.js';
import { explain } from './explain.js';
import { ReplyLength } from './output/reply-length.js';
import { checkReply } from './pipeline/check-reply.js';
import { ImportRestrictions } from './python/import-restrictions.js';
import { PythonExecutionReq } from './python/python-execution-req.js';
import { lastContent, python, script } from './repair/loop.fixture.js';
import { multiTurn } from './repair/presets/multi-turn.js';
import { repairLoop } from './repair/repair-loop.js';
import { createRequirement, type Requirement } from './requirement.js';
import { checkError, failWith, type Judgement, notChecked, passWith, type Severity } from './verdict.js';

const give = (key: string, judgement: Judgement, severity?: Severity, weight = 1): Requirement =>
  createRequirement({
    name: key,
    description: `There is ${key}.`,
    validate: () => judgement,
    weight,
    ...(severity === undefined ? {} : { severity }),
  });

describe('what should hold', () => {
  it('lowers the score when it fails, and the report stays good', async () => {
    const report = await checkReply('x', [give('a', passWith('')), give('b', failWith('no b'), 'should', 3)]);
    expect(report).toMatchObject({ ok: true, verdict: 'pass', score: 0.25 });
    expect(report.results.map(({ severity, verdict }) => [severity, verdict])).toEqual([
      ['must', 'pass'],
      ['should', 'fail'],
    ]);
  });

  it.each<[string, Judgement, boolean, string]>([
    ['not checked', notChecked('', 'limit'), true, 'not_checked'],
    ['broken', checkError('down'), true, 'error'],
  ])('%s is never told as a pass, and decides nothing', async (_name, judgement, ok, verdict) => {
    const report = await checkReply('x', [give('a', passWith('')), give('b', judgement, 'should')]);
    expect(report).toMatchObject({ ok, verdict });
  });

  it('does not keep those that follow it from being judged, and nothing that must hold may depend on it', async () => {
    const next = createRequirement({
      name: 'next',
      description: '',
      follows: ['b'],
      validate: () => passWith(''),
    });
    const advice = give('b', failWith('no b'), 'should');
    expect(await checkReply('x', [advice, next])).toMatchObject({ ok: true });
    const needy = createRequirement({
      name: 'needy',
      description: '',
      dependencies: ['b'],
      validate: () => passWith(''),
    });
    await expect(checkReply('x', [advice, needy])).rejects.toMatchObject({
      code: 'requirements/depends_on_advice',
    });
  });

  it('is an option of every requirement, also combined, and nothing else is a severity', async () => {
    const either = AnyOf([give('a', failWith('')), give('b', failWith(''))], { severity: 'should' });
    const length = ReplyLength({ maxChars: 1, severity: 'should' });
    expect((await checkReply('long', [either, length])).ok).toBe(true);
    expect(() => ReplyLength({ maxChars: 1, severity: 'may' as never })).toThrowError(
      'ReplyLength: severity must be one of must, should; got "may".',
    );
  });

  it('is named as advice by explain', async () => {
    const { text } = await explain([give('b', failWith(''), 'should')]);
    expect(text).toContain('Advice: a failure lowers the score and no more.');
  });
});

describe('in a repair loop', () => {
  const tidy = ReplyLength({ maxChars: 3, severity: 'should' });
  const fox = createRequirement({
    name: 'Fox',
    description: 'There is a fox.',
    validate: ({ text }) => (text.includes('fox') ? passWith('') : failWith('No fox.')),
  });

  it('advice ends nothing, and is told beside what failed', async () => {
    const model = script('a long hen', 'a long fox');
    const requirements = [tidy, fox];
    const outcome = await repairLoop({ generate: model.generate, task: 't', requirements });
    expect(outcome).toMatchObject({ ok: true, text: 'a long fox', usage: { modelCalls: 2 } });
    expect(lastContent(model.asked[0])).toContain(
      'It must meet all of these:\n- There is a fox.\nIt should also meet these:\n- The whole answer has at most 3 characters.',
    );
    expect(lastContent(model.asked[1])).toContain(
      'It fails one requirement:\n* Fox: No fox.\nIt would be better if it met one requirement:\n* ReplyLength: The reply is longer',
    );
  });

  it('is marked in a list, and does not end a reply that is being written', async () => {
    const model = script('a long hen', 'a long fox');
    const outcome = await repairLoop({
      generate: async function* (messages, options) {
        yield* String(await model.generate(messages, options));
      },
      task: 't',
      requirements: [tidy, fox],
      strategy: multiTurn(),
    });
    expect(outcome).toMatchObject({ ok: true, text: 'a long fox' });
    expect(lastContent(model.asked[1])).toContain('* No fox.\n* Advice: The reply is longer');
  });

  it('a machine that broke for advice alone does not end the loop', async () => {
    const outcome = await repairLoop({
      generate: script('hen', 'fox').generate,
      task: 't',
      requirements: [give('broken', checkError('down'), 'should'), fox],
    });
    expect(outcome.ok).toBe(true);
  });
});

it('imports that are advice do not keep the code from being run', async () => {
  const { ok, results } = await checkReply(python('import json'), [
    ImportRestrictions({ allowedImports: [], severity: 'should' }),
    PythonExecutionReq(),
  ]);
  expect(ok).toBe(true);
  expect(results.map(({ verdict, cause }) => [verdict, cause])).toEqual([
    ['fail', null],
    ['not_checked', 'by_choice'],
  ]);
});
