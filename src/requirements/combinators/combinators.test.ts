import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkReply } from '../pipeline/check-reply.js';
import { PythonExecutionReq } from '../python/python-execution-req.js';
import { PythonSyntaxValid } from '../python/python-syntax-valid.js';
import { createRequirement, type Requirement } from '../requirement.js';
import { checkError, failWith, type Judgement, notChecked, passWith, type Verdict } from '../verdict.js';
import { AllOf } from './all-of.js';
import { AnyOf } from './any-of.js';
import { Not } from './not.js';
import { Weighted } from './weighted.js';

const made: Record<Verdict, () => Judgement> = {
  pass: () => passWith('good'),
  fail: () => failWith('bad'),
  not_checked: () => notChecked('open'),
  error: () => checkError('broken'),
};
const part = (verdict: Verdict, index = 0): Requirement =>
  createRequirement({ name: `part${index}`, description: `p${index}`, validate: made[verdict] });
const verdicts = fc.array(fc.constantFrom<Verdict>('pass', 'fail', 'not_checked', 'error'), {
  minLength: 1,
  maxLength: 6,
});

async function verdictOf(requirement: Requirement): Promise<Verdict | undefined> {
  return (await checkReply('x', [requirement])).results[0]?.verdict;
}

describe('combinators', () => {
  it('AllOf is the worst part, a failure first', async () => {
    await fc.assert(
      fc.asyncProperty(verdicts, async (kinds) => {
        const expected = (['fail', 'error', 'not_checked', 'pass'] as const).find((kind) =>
          kinds.includes(kind),
        );
        expect(await verdictOf(AllOf(kinds.map(part)))).toBe(expected);
      }),
    );
  });

  it('AnyOf is the best part, and fails only when all fail', async () => {
    await fc.assert(
      fc.asyncProperty(verdicts, async (kinds) => {
        const expected = (['pass', 'error', 'not_checked', 'fail'] as const).find((kind) =>
          kinds.includes(kind),
        );
        expect(await verdictOf(AnyOf(kinds.map(part)))).toBe(expected);
      }),
    );
  });

  it('Not swaps pass and fail alone, and twice is the same', async () => {
    for (const verdict of ['pass', 'fail', 'not_checked', 'error'] as const) {
      const swapped = verdict === 'pass' ? 'fail' : verdict === 'fail' ? 'pass' : verdict;
      expect(await verdictOf(Not(part(verdict)))).toBe(swapped);
      expect(await verdictOf(Not(Not(part(verdict))))).toBe(verdict);
    }
  });

  it('obeys De Morgan', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Verdict>('pass', 'fail'), { minLength: 1, maxLength: 5 }),
        async (kinds) => {
          const parts = kinds.map(part);
          const left = await verdictOf(Not(AllOf(parts)));
          expect(await verdictOf(AnyOf(parts.map((entry) => Not(entry))))).toBe(left);
        },
      ),
    );
  });

  it('Weighted passes at its threshold, and is open only when the open parts decide', async () => {
    const of = (weights: readonly (readonly [Verdict, number])[], threshold: number): Requirement =>
      Weighted(
        weights.map(([verdict, weight], index) => ({ requirement: part(verdict, index), weight })),
        { threshold },
      );
    expect(
      await verdictOf(
        of(
          [
            ['pass', 3],
            ['fail', 1],
          ],
          0.75,
        ),
      ),
    ).toBe('pass');
    expect(
      await verdictOf(
        of(
          [
            ['pass', 3],
            ['fail', 1],
          ],
          0.76,
        ),
      ),
    ).toBe('fail');
    expect(
      await verdictOf(
        of(
          [
            ['pass', 3],
            ['not_checked', 1],
          ],
          0.75,
        ),
      ),
    ).toBe('pass');
    expect(
      await verdictOf(
        of(
          [
            ['pass', 1],
            ['not_checked', 1],
          ],
          0.75,
        ),
      ),
    ).toBe('not_checked');
    expect(
      await verdictOf(
        of(
          [
            ['pass', 1],
            ['error', 1],
          ],
          0.75,
        ),
      ),
    ).toBe('error');
    expect(
      await verdictOf(
        of(
          [
            ['fail', 2],
            ['not_checked', 1],
          ],
          0.75,
        ),
      ),
    ).toBe('fail');
    expect(
      await verdictOf(
        of(
          [
            ['pass', 0.1],
            ['pass', 0.2],
            ['fail', 0.7],
          ],
          0.3,
        ),
      ),
    ).toBe('pass');
    const half = [
      ['pass', 1],
      ['fail', 2],
    ] as const;
    expect(await verdictOf(of([...half, ['not_checked', 1]], 0.5))).toBe('not_checked');
    expect(await verdictOf(of([...half, ['error', 1]], 0.5))).toBe('error');
    expect(await verdictOf(of([['pass', 2]], 1))).toBe('pass');
    // 0.7 + 0.1 is a little less than 0.8.
    const rounded = [
      ['pass', 0.7],
      ['pass', 0.1],
      ['fail', 0.2],
    ] as const;
    expect(await verdictOf(of(rounded, 0.8))).toBe('pass');
  });

  it('score the mean of all, the best of any, and the opposite', async () => {
    const scored = (verdict: typeof passWith, score: number): Requirement =>
      createRequirement({ name: `${score}`, description: 's', validate: () => verdict('', { score }) });
    const scoreOf = async (requirement: Requirement): Promise<number | null | undefined> =>
      (await checkReply('x', [requirement])).results[0]?.score;
    expect(await scoreOf(AllOf([scored(failWith, 0.25), scored(failWith, 0.75)]))).toBe(0.5);
    expect(await scoreOf(AnyOf([scored(failWith, 0.25), scored(failWith, 0.75)]))).toBe(0.75);
    expect(await scoreOf(AnyOf([scored(passWith, 0.5), scored(failWith, 0.25)]))).toBe(0.5);
    expect(await scoreOf(Not(scored(passWith, 0.75)))).toBe(0.25);
    expect(await scoreOf(Not(scored(failWith, 0.75)))).toBe(1);
  });

  it('wait for what their parts wait for, and need what they need', () => {
    const both = AllOf([PythonSyntaxValid(), PythonExecutionReq({ engine: 'monty' })]);
    expect(both.engine).toBe('monty');
    expect(both.follows).toEqual(['PythonCodeExtraction', 'ImportRestrictions']);
    expect(both.key).toBe('AllOf(PythonSyntaxValid,PythonExecutionReq)');
  });

  it('say which part is why', async () => {
    const { results } = await checkReply('x', [AllOf([part('pass', 0), part('fail', 1)])]);
    expect(results[0]?.reason).toBe('part1: bad');
    expect(results[0]?.score).toBe(0.5);
  });

  it('refuse thresholds that make no sense', () => {
    for (const threshold of [0, -1, 1.1]) {
      expect(() => Weighted([{ requirement: part('pass'), weight: 1 }], { threshold })).toThrowError(
        expect.objectContaining({ code: 'core/invalid_option' }),
      );
    }
    expect(() => Weighted([{ requirement: part('pass'), weight: 0 }], { threshold: 1 })).toThrowError(
      /weight must be a number above 0/,
    );
  });

  it('a part that could not judge leaves the whole open, and that is not by choice', async () => {
    const beyond = createRequirement({
      name: 'beyond',
      description: 'b',
      follows: ['other'],
      notLimitedBy: ['other'],
      validate: () => notChecked('too large', 'limit'),
    });
    const wholes = [
      AllOf([part('pass'), part('not_checked', 1), beyond]),
      AnyOf([part('fail'), beyond]),
      Not(beyond),
      Weighted([{ requirement: beyond, weight: 1 }], { threshold: 0.5 }),
    ];
    for (const whole of wholes) {
      const report = await checkReply('x', [whole]);
      expect(report).toMatchObject({ ok: false, results: [{ verdict: 'not_checked', cause: 'limit' }] });
    }
    const { validate } = part('pass');
    const strict = createRequirement({ name: 'strict', description: 's', follows: ['other'], validate });
    expect(AllOf([beyond]).notLimitedBy).toEqual(['other']);
    expect(AllOf([beyond, strict]).notLimitedBy).toEqual([]);
  });
});
