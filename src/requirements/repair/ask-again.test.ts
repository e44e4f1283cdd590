import { describe, expect, it } from 'vitest';
import type { Generate } from './generate.js';
import { word } from './loop.fixture.js';
import { rejectionSampling } from './presets/rejection-sampling.js';
import { type RepairLoopOptions, type RepairOutcome, repairLoop } from './repair-loop.js';

const tooMany = (): Error => new Error('429 rate limit');

/** A model whose calls give back text or fail, the last again and again. */
function flaky(...calls: readonly (string | Error)[]): Generate {
  let asked = 0;
  return () => {
    const call = calls[Math.min(asked++, calls.length - 1)] ?? '';
    if (typeof call !== 'string') throw call;
    return call;
  };
}

async function loop(
  generate: Generate,
  options: Partial<RepairLoopOptions> = {},
): Promise<{ readonly outcome: RepairOutcome; readonly waits: readonly number[] }> {
  const waits: number[] = [];
  const outcome = await repairLoop({
    generate,
    task: 't',
    requirements: [word('fox')],
    wait: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  });
  return { outcome, waits };
}

describe('a call of the model that fails', () => {
  it('is made again after a while, and the failure is kept', async () => {
    const error = tooMany();
    const { outcome, waits } = await loop(flaky(error, 'a fox'));
    expect(outcome).toMatchObject({ status: 'ok', text: 'a fox', usage: { modelCalls: 2 } });
    expect(outcome.failedCalls).toEqual([
      { attempt: 1, lane: 0, model: 'primary', message: '429 rate limit', error },
    ]);
    expect(waits).toEqual([1000]);
  });

  it('ends the loop when it fails again and again; attempts before it are kept', async () => {
    const { outcome, waits } = await loop(flaky('a hen', tooMany()));
    expect(outcome).toMatchObject({
      status: 'infra_error',
      reason: 'The attempt could not be made: 429 rate limit',
      text: null,
      attempts: [{ number: 1, reply: { text: 'a hen' } }],
      usage: { modelCalls: 4 },
    });
    expect(outcome.bestEffort()?.reply.text).toBe('a hen');
    expect(outcome.failedCalls.map(({ attempt }) => attempt)).toEqual([2, 2, 2]);
    expect(waits).toEqual([1000, 2000]);
  });

  it('is made again as often as the budget says, with waits of at most half a minute', async () => {
    const none = await loop(flaky(tooMany(), 'a fox'), { budget: { generateRetries: 0 } });
    expect(none.outcome).toMatchObject({ status: 'infra_error', attempts: [], failedCalls: { length: 1 } });
    const many = await loop(flaky(tooMany()), { budget: { generateRetries: 7 } });
    expect(many.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    const few = await loop(flaky(tooMany()), { budget: { generateRetries: 7, modelCalls: 2 } });
    expect(few.outcome).toMatchObject({ status: 'budget_exhausted', failedCalls: { length: 2 } });
    await expect(loop(flaky(''), { budget: { generateRetries: -1 } })).rejects.toMatchObject({
      code: 'core/invalid_option',
    });
  });

  it('may be one that breaks off while it gives pieces', async () => {
    let asked = 0;
    const generate: Generate = async function* () {
      yield 'a ';
      if (++asked === 1) throw tooMany();
      yield 'fox';
    } as Generate;
    const { outcome } = await loop(generate);
    expect(outcome).toMatchObject({ status: 'ok', text: 'a fox', failedCalls: { length: 1 } });
  });

  it('is not made again for an answer that is none', async () => {
    const { outcome, waits } = await loop((() => 7) as never);
    expect(outcome).toMatchObject({
      status: 'infra_error',
      reason: expect.stringContaining('generate must return a string'),
      failedCalls: [{ error: { code: 'requirements/invalid_answer' } }],
    });
    expect(waits).toEqual([]);
  });

  it('leaves the other lanes alone', async () => {
    const generate: Generate = (_messages, { attempt }) => {
      if (attempt === 1) throw tooMany();
      return 'a fox';
    };
    const strategy = rejectionSampling({ lanes: 2, attempts: 1 });
    const { outcome } = await loop(generate, { strategy, budget: { generateRetries: 0 } });
    expect(outcome).toMatchObject({ status: 'ok', attempt: { lane: 1 }, failedCalls: [{ lane: 0 }] });
  });

  it('is not waited for when the caller gives up, with the timer of the process', async () => {
    const controller = new AbortController();
    const running = repairLoop({
      generate: () => {
        setImmediate(() => controller.abort(new Error('enough')));
        throw tooMany();
      },
      task: 't',
      requirements: [word('fox')],
      signal: controller.signal,
    });
    await expect(running).rejects.toThrow('enough');
  });
});
