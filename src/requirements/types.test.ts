import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type Attempt,
  checkReply,
  createChecker,
  createRequirement,
  JsonOutput,
  MarkdownList,
  passWith,
  pythonCodeGenerationRequirements,
  ReplyLength,
  type Requirement,
  repairLoop,
} from './index.js';

interface Person {
  readonly name: string;
}
const PERSON = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

describe('a requirement carries the type of what it reads', () => {
  it('in the results of a report, by place', async () => {
    const report = await checkReply('{"name": "Ada"}', [
      ReplyLength({ maxChars: 99 }),
      JsonOutput<Person>({ schema: PERSON }),
    ]);
    expectTypeOf(report.results[1].value).toEqualTypeOf<Person | undefined>();
    expect(report.results[1].value?.name).toBe('Ada');
  });

  it('in a checker, and by the requirement where the place is not known', async () => {
    const json = JsonOutput<Person>({ schema: PERSON });
    await using checker = createChecker({ requirements: [json] });
    const report = await checker.check('{"name": "Ada"}');
    expectTypeOf(json.valueIn(report)).toEqualTypeOf<Person | null>();
    expect(json.valueIn(report)).toEqual({ name: 'Ada' });
    expect(json.valueIn(await checker.check('{}'))).toBeNull();
  });

  it('in lists, in requirements of the caller, and not in a list of unknown length', async () => {
    const list = MarkdownList();
    expect(list.valueIn(await checkReply('* one\n* two', [list]))).toEqual(['one', 'two']);
    const count = createRequirement({
      name: 'Count',
      description: 'x',
      validate: ({ text }) => passWith('counted', { value: text.length }),
    });
    expectTypeOf(count).toEqualTypeOf<Requirement<number>>();
    const report = await checkReply('four', [count, ...pythonCodeGenerationRequirements()]);
    expectTypeOf(report.results[0].value).toEqualTypeOf<number | undefined>();
    expect(report.results[0].value).toBe(4);
    const some: readonly Requirement[] = [count];
    expectTypeOf((await checkReply('x', some)).results[0]?.value).toEqualTypeOf<unknown>();
  });
});

it('ok narrows an outcome', async () => {
  const anything = createRequirement({ name: 'Any', description: 'x', validate: () => passWith('') });
  const outcome = await repairLoop({ generate: () => 'fine', task: 't', requirements: [anything] });
  if (!outcome.ok) {
    expectTypeOf(outcome.text).toEqualTypeOf<null>();
    expectTypeOf(outcome.status).toEqualTypeOf<'unmet' | 'budget_exhausted' | 'stuck' | 'infra_error'>();
    throw new Error(outcome.reason);
  }
  expectTypeOf(outcome.text).toEqualTypeOf<string>();
  expectTypeOf(outcome.attempt).toEqualTypeOf<Attempt>();
  expect(outcome).toMatchObject({ ok: true, status: 'ok', text: 'fine', code: null });
  const { ok, text } = await repairLoop({
    generate: () => 'x',
    task: 't',
    requirements: [ReplyLength({ maxChars: 1 }), JsonOutput()],
    budget: { attempts: 1 },
  });
  expect({ ok, text }).toEqual({ ok: false, text: null });
});
