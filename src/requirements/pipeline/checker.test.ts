import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRequirement, type Requirement, type RequirementDefinition } from '../requirement.js';
import { checkError, failWith, type Judgement, notChecked, passWith } from '../verdict.js';
import { checkReply } from './check-reply.js';
import { createChecker } from './checker.js';

const judgements: Record<string, () => Judgement> = {
  pass: () => passWith('good'),
  fail: () => failWith('bad'),
  not_checked: () => notChecked('left out'),
  error: () => checkError('broken'),
};

const make = (
  name: string,
  validate: RequirementDefinition['validate'],
  more: Partial<RequirementDefinition> = {},
): Requirement => createRequirement({ name, description: name, validate, ...more });

/** A promise of another library. */
class Thenable {
  // biome-ignore lint/suspicious/noThenProperty: being awaitable is what this class is for
  then(done: (value: Judgement) => void): void {
    done(failWith('then'));
  }
}

describe('verdicts', () => {
  it('awaits validators, however they answer', async () => {
    const { results } = await checkReply('x', [
      make('promise', async () => failWith('async')),
      make('thenable', () => new Thenable() as never),
    ]);
    expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['fail', 'async'],
      ['fail', 'then'],
    ]);
  });

  it.each([
    ['true', true],
    ['undefined', undefined],
    ['null', null],
    ['a string', 'pass'],
    ['an unknown verdict', { verdict: 'maybe', reason: '' }],
    ['no reason', { verdict: 'pass' }],
    ['a score over 1', { verdict: 'pass', reason: '', score: 2 }],
    ['a score that is no number', { verdict: 'pass', reason: '', score: Number.NaN }],
    ['findings that are not a list', { verdict: 'pass', reason: '', findings: 'x' }],
  ])('an answer that is %s is an error, not a pass', async (_name, answer) => {
    for (const validate of [() => answer, async () => answer]) {
      const report = await checkReply('x', [make('odd', validate as never)]);
      expect(report).toMatchObject({ ok: false, verdict: 'error' });
      expect(report.results[0]?.reason).toContain('odd could not be checked');
    }
  });

  it('a validator that throws is an error, and the others are judged', async () => {
    const { results } = await checkReply('x', [
      make('sync', () => {
        throw new Error('boom');
      }),
      make('async', () => Promise.reject(new Error('bang'))),
      make('fine', () => passWith('fine')),
    ]);
    expect(results.map(({ verdict }) => verdict)).toEqual(['error', 'error', 'pass']);
    expect(results[0]?.reason).toContain('boom');
  });

  it('a validator over its time is an error and its signal is aborted', async () => {
    let aborted = false;
    const never = make(
      'slow',
      (_artefact, { signal }) =>
        new Promise(() =>
          signal.addEventListener('abort', () => {
            aborted = true;
          }),
        ),
      { timeoutSeconds: 0.01 },
    );
    const report = await checkReply('x', [never]);
    expect(report.results[0]).toMatchObject({ verdict: 'error', reason: expect.stringContaining('0.01 s') });
    expect(aborted).toBe(true);
  });

  it('a validator may have more time than a timer can wait', async () => {
    // A timer set for too long fires after one millisecond, which is before this one.
    const slow = make(
      'slow',
      () => new Promise((resolve) => setTimeout(() => resolve({ verdict: 'pass', reason: 'there' }), 2)),
      { timeoutSeconds: 10_000_000 },
    );
    expect((await checkReply('x', [slow])).ok).toBe(true);
  });

  it('rejects with the reason when the caller gives up', async () => {
    const controller = new AbortController();
    const waits = make(
      'waits',
      (_artefact, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const check = checkReply('x', [waits], { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(check).rejects.toThrow('enough');
    await expect(
      checkReply('x', [waits], { signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before');
  });

  it('asks no validator once the caller has given up while others had their turn', async () => {
    const controller = new AbortController();
    let asked = false;
    const takesTheTurn = make('takes the turn', () => {
      const until = performance.now() + 10;
      while (performance.now() < until);
      queueMicrotask(() => controller.abort(new Error('enough')));
      return passWith('taken');
    });
    const comesLater = make('comes later', () => {
      asked = true;
      return passWith('asked');
    });
    const check = checkReply('x', [takesTheTurn, comesLater], { signal: controller.signal });
    await expect(check).rejects.toThrow('enough');
    expect(asked).toBe(false);
  });
});

describe('the report', () => {
  it('is as bad as its worst verdict, and ok only when nothing asked for is open', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(judgements)), { minLength: 1, maxLength: 8 }),
        async (kinds) => {
          const requirements = kinds.map((kind, index) =>
            make(`r${index}`, judgements[kind] as () => Judgement),
          );
          const report = await checkReply('x', requirements);
          const worst = ['error', 'fail', 'not_checked', 'pass'].find((verdict) => kinds.includes(verdict));
          expect(report.verdict).toBe(worst);
          expect(report.ok).toBe(!kinds.includes('fail') && !kinds.includes('error'));
          expect(report.results.map(({ verdict }) => verdict)).toEqual(kinds);
          expect(report.score).toBeGreaterThanOrEqual(0);
          expect(report.score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('weighs scores', async () => {
    const report = await checkReply('x', [
      make('half', () => failWith('half', { score: 0.5 }), { weight: 3 }),
      make('whole', () => passWith('whole')),
      make('left', () => notChecked('left')),
    ]);
    expect(report.score).toBeCloseTo((3 * 0.5 + 1) / 4);
    expect((await checkReply('x', [make('left', () => notChecked('left'))])).score).toBe(0);
  });

  it.each([
    ['crossing', 'code', 0.5],
    ['limit', 'code', 0.5],
    ['namespace', 'machine', 1],
    ['engine', 'machine', 1],
    ['by_choice', 'machine', 1],
  ] as const)('counts what was not checked by %s as the doing of the %s', async (cause, fault, score) => {
    const report = await checkReply('x', [
      make('good', () => passWith('good')),
      make('left', () => notChecked('left', cause)),
    ]);
    expect([report.results[1].fault, report.score]).toEqual([fault, score]);
  });
});

describe('dependencies', () => {
  const order: string[] = [];
  const log = (
    name: string,
    judgement: () => Judgement,
    more: Partial<RequirementDefinition> = {},
  ): Requirement =>
    make(
      name,
      () => {
        order.push(name);
        return judgement();
      },
      more,
    );

  it('come first, whatever the order given, and results keep that order', async () => {
    order.length = 0;
    const { results } = await checkReply('x', [
      log('c', () => passWith(''), { dependencies: ['b'] }),
      log('b', () => passWith(''), { follows: ['a', 'absent'] }),
      log('a', () => passWith('')),
    ]);
    expect(order).toEqual(['a', 'b', 'c']);
    expect(results.map(({ key }) => key)).toEqual(['c', 'b', 'a']);
  });

  it('block what stands on them, with the root cause named', async () => {
    const { results } = await checkReply('x', [
      make('root', async () => failWith('no')),
      make('middle', () => passWith(''), { follows: ['root'] }),
      make('leaf', () => passWith(''), { dependencies: ['middle'] }),
      make('free', () => passWith('')),
    ]);
    expect(results.map(({ verdict, blockedBy }) => [verdict, blockedBy])).toEqual([
      ['fail', null],
      ['not_checked', 'root'],
      ['not_checked', 'root'],
      ['pass', null],
    ]);
  });

  it('that were left out by choice block only those that depend on them', async () => {
    const { results } = await checkReply('x', [
      make('left', () => notChecked('by choice')),
      make('follows', () => passWith(''), { follows: ['left'] }),
      make('depends', () => passWith(''), { dependencies: ['left'] }),
    ]);
    expect(results.map(({ verdict }) => verdict)).toEqual(['not_checked', 'pass', 'not_checked']);
  });

  it('that could not judge block all but those with limits of their own', async () => {
    const { ok, results } = await checkReply('x', [
      make('limited', () => notChecked('too large', 'limit')),
      make('follows', () => passWith(''), { follows: ['limited'] }),
      make('goes on', () => passWith(''), { follows: ['limited'], notLimitedBy: ['limited'] }),
      make('depends', () => passWith(''), { dependencies: ['limited'], notLimitedBy: ['limited'] }),
    ]);
    expect(ok).toBe(false);
    expect(results.map(({ verdict, cause }) => [verdict, cause])).toEqual([
      ['not_checked', 'limit'],
      ['not_checked', 'dependency'],
      ['pass', null],
      ['not_checked', 'dependency'],
    ]);
  });

  it.each([
    ['duplicate_key', () => [make('a', judgements.pass as never), make('a', judgements.pass as never)]],
    ['unknown_dependency', () => [make('a', judgements.pass as never, { dependencies: ['b'] })]],
    [
      'dependency_cycle',
      () => [
        make('a', judgements.pass as never, { follows: ['b'] }),
        make('b', judgements.pass as never, { dependencies: ['a'] }),
      ],
    ],
  ])('%s is refused at once', (code, requirements) => {
    expect(() => createChecker({ requirements: requirements() })).toThrowError(
      expect.objectContaining({ code: `requirements/${code}` }),
    );
  });
});

describe('memory', () => {
  it('judges the same reply once where the verdict depends on it alone, and always elsewhere', async () => {
    let remembered = 0;
    let fresh = 0;
    await using checker = createChecker({
      requirements: [
        make('remembered', () => passWith(`${++remembered}`), { memoise: true }),
        make('fresh', () => passWith(`${++fresh}`)),
      ],
    });
    for (let i = 0; i < 3; i++) await checker.check('same');
    await checker.check('other');
    expect([remembered, fresh]).toEqual([2, 4]);
  });

  it('does not keep errors', async () => {
    let calls = 0;
    await using checker = createChecker({
      requirements: [
        make('flaky', () => (++calls === 1 ? checkError('down') : passWith('up')), { memoise: true }),
      ],
    });
    expect((await checker.check('x')).verdict).toBe('error');
    expect((await checker.check('x')).verdict).toBe('pass');
  });
});

it.each([
  [42],
  [null],
  [{ text: 1 }],
  [{ text: '', toolCalls: [{ name: 1 }] }],
  [{ text: '', toolCalls: 'x' }],
])('refuses %j as a reply', async (odd) => {
  await expect(checkReply(odd as never, [make('any', () => passWith(''))])).rejects.toMatchObject({
    code: 'requirements/invalid_reply',
  });
});

it('keeps its results for binary text', async () => {
  const report = await checkReply('\u0000\ufffd\u0001'.repeat(1000), [make('any', () => passWith(''))]);
  expect(report.ok).toBe(true);
});
