import { describe, expect, it } from 'vitest';
import { createRequirement } from '../requirement.js';
import { failWith, passWith } from '../verdict.js';
import { askModel } from './ask-model.js';
import type { Generate, GenerateOptions } from './generate.js';
import { always, word } from './loop.fixture.js';
import { rejectionSampling } from './presets/rejection-sampling.js';
import { repairLoop } from './repair-loop.js';

describe('the signal of one attempt', () => {
  it.each<[string, () => ReturnType<Generate>]>([
    ['a reply', () => 'fox'],
    [
      'pieces',
      async function* () {
        yield 'fox';
      },
    ],
    [
      'an error',
      () => {
        throw new Error('no route');
      },
    ],
  ])('tells nobody any more of the caller who gives up later, after %s', async (_, reply) => {
    const caller = new AbortController();
    const told: string[] = [];
    const generate: Generate = (_messages, { signal }) => {
      signal.addEventListener('abort', () => told.push('aborted'));
      return reply();
    };
    const options = { attempt: 1, signal: caller.signal } as unknown as GenerateOptions;
    await askModel(generate, [], options, []).catch(() => undefined);
    // The reading of pieces itself ends with a word to whoever makes them.
    told.length = 0;
    caller.abort();
    expect(told).toEqual([]);
  });
});

describe('lanes', () => {
  it('the first good answer cancels the others and ends the loop', async () => {
    const aborted: number[] = [];
    const generate: Generate = (_messages, { attempt, signal }) =>
      attempt === 2
        ? 'fox'
        : new Promise(() => signal.addEventListener('abort', () => aborted.push(attempt)));
    const outcome = await repairLoop({
      generate,
      task: 't',
      requirements: [word('fox')],
      strategy: rejectionSampling({ lanes: 3 }),
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'fox', attempt: { number: 2, lane: 1, round: 1 } });
    expect(aborted.sort()).toEqual([1, 3]);
  });

  it('numbers attempts round by round and uses every one when none is good', async () => {
    let count = 0;
    const outcome = await repairLoop({
      generate: () => `${++count}`,
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling({ attempts: 5, lanes: 5 }),
    });
    expect(outcome.attempts.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });

  it('orders attempts by their numbers, whichever came first', async () => {
    let resolve = (): void => undefined;
    const second = new Promise<void>((done) => {
      resolve = done;
    });
    const outcome = await repairLoop({
      generate: async (_messages, { attempt }) => {
        if (attempt === 2) setImmediate(resolve);
        else await second;
        return `${attempt}`;
      },
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling({ attempts: 1, lanes: 2 }),
    });
    expect(outcome.attempts.map(({ reply }) => reply.text)).toEqual(['1', '2']);
  });

  it('a lane that failed by its answers says more than one that could not ask', async () => {
    const outcome = await repairLoop({
      generate: (_messages, { attempt }) => {
        if (attempt === 1) throw new Error('no route');
        return 'x';
      },
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling({ attempts: 1, lanes: 2 }),
      budget: { generateRetries: 0 },
    });
    expect(outcome).toMatchObject({ status: 'budget_exhausted', attempts: { length: 1 } });
  });

  it('once one lane has it, no lane asks on: fewer than all attempts are made', async () => {
    let asked = 0;
    const outcome = await repairLoop({
      generate: () => (++asked === 5 ? 'fox' : `${asked}`),
      task: 't',
      requirements: [word('fox')],
      strategy: rejectionSampling({ attempts: 3, lanes: 3 }),
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'fox' });
    expect(asked).toBeGreaterThanOrEqual(5);
    expect(asked).toBeLessThan(9);
  });

  it('a model that no lane can reach is no failure of the answers', async () => {
    const outcome = await repairLoop({
      generate: () => Promise.reject(new Error('no route')),
      task: 't',
      requirements: [word('fox')],
      strategy: rejectionSampling({ attempts: 2, lanes: 3 }),
    });
    expect(outcome).toMatchObject({ status: 'infra_error', attempts: [], text: null });
    expect(outcome.reason).toContain('no route');
  });

  it('one that cannot reach the model does not hide the success of another', async () => {
    const generate: Generate = async (_messages, { attempt }) => {
      if (attempt === 1) throw new Error('no route');
      return 'fox';
    };
    const outcome = await repairLoop({
      generate,
      task: 't',
      requirements: [word('fox')],
      strategy: rejectionSampling({ lanes: 2 }),
    });
    expect(outcome.status).toBe('ok');
  });
});

describe('streaming', () => {
  const early = createRequirement({
    name: 'NoHeron',
    description: 'No herons.',
    validate: ({ text }) => (text.includes('heron') ? failWith('a heron') : passWith('')),
    watch: () => ({ push: (_piece, text) => (text.includes('heron') ? failWith('a heron') : null) }),
  });

  it('reads pieces, and ends a reply at the first failure', async () => {
    let pulled = 0;
    let ended = false;
    async function* pieces(): AsyncGenerator<string> {
      try {
        for (const piece of ['a ', 'he', 'ron ', 'flies', ' on']) {
          pulled++;
          yield piece;
        }
      } finally {
        ended = true;
      }
    }
    const outcome = await repairLoop({
      generate: (_messages, { attempt }) => (attempt === 1 ? pieces() : 'a fox'),
      task: 't',
      requirements: [early, word('fox')],
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'a fox' });
    expect([pulled, ended]).toEqual([3, true]);
    expect(outcome.attempts[0]).toMatchObject({ endedEarly: true, reply: { text: 'a heron ' } });
    expect(outcome.attempts[0]?.report.results.map(({ verdict, blockedBy }) => [verdict, blockedBy])).toEqual(
      [
        ['fail', null],
        ['not_checked', 'NoHeron'],
      ],
    );
  });

  it('judges a reply that came in pieces to its end like any other', async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield 'a ';
      yield 'fox';
    }
    const outcome = await repairLoop({
      generate: () => pieces(),
      task: 't',
      requirements: [early, word('fox')],
    });
    expect(outcome).toMatchObject({ status: 'ok', text: 'a fox' });
  });
});
