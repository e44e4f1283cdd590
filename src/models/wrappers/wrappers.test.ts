import { describe, expect, it } from 'vitest';
import { gate, type ScriptStep, scriptedModel } from '../../testing/index.js';
import type { Model } from '../model.js';
import type { ModelCallOptions, ModelRequest } from '../request.js';
import type { ModelResponse } from '../response.js';
import { responseOfStream } from '../response-of-stream.fixture.js';
import { withFallback } from './fallback.js';
import { manualClock, settled } from './manual-clock.fixture.js';
import { createMeter, withMeter } from './meter.js';
import { withRateLimit } from './rate-limit.js';
import { withRetry } from './retry.js';
import { withTimeout } from './timeout.js';

const ASK: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] };

/** Both ways to ask. */
const WAYS: readonly [string, (model: Model, options?: ModelCallOptions) => Promise<ModelResponse>][] = [
  ['call', (model, options) => model.call(ASK, options)],
  ['stream', (model, options) => responseOfStream(model.stream(ASK, options))],
];

const CUT: ScriptStep<ModelRequest> = { fault: 'cut_off', text: 'Half' };

describe.each(WAYS)('%s', (way, ask) => {
  it('is made again after what the provider asks to wait, else after 1, 2, 4 … seconds', async () => {
    const clock = manualClock();
    const scripted = scriptedModel([
      { fault: 'rate_limited', retryAfterSeconds: 7 },
      { fault: 'server_failed' },
      { fault: 'unreachable' },
      'At last.',
    ]);
    const retried: number[] = [];
    const model = withRetry(scripted, { retries: 3, clock, onRetry: (_, seconds) => retried.push(seconds) });
    const pending = ask(model);
    for (const seconds of [7, 2, 4]) {
      await settled();
      expect(clock.pending()).toBe(1);
      await clock.advance(seconds * 1000);
    }
    expect((await pending).text).toBe('At last.');
    expect(retried).toEqual([7, 2, 4]);
    scripted.assertDone();
  });

  it('is not made again where that can not help, or would take too long', async () => {
    const clock = manualClock();
    for (const [step, code] of [
      [{ fault: 'refused' }, 'models/refused'],
      [{ fault: 'invalid_response' }, 'models/invalid_response'],
      [{ fault: 'rate_limited', retryAfterSeconds: 61 }, 'models/rate_limited'],
    ] as const) {
      await expect(ask(withRetry(scriptedModel([step]), { clock }))).rejects.toMatchObject({ code });
    }
    const none = withRetry(scriptedModel([{ fault: 'server_failed' }]), { retries: 0, clock });
    await expect(ask(none)).rejects.toMatchObject({ code: 'models/server_failed' });
    expect(clock.waits).toEqual([]);
  });

  it('that waits to be made again is given up with the signal, and leaves no timer', async () => {
    const clock = manualClock();
    const controller = new AbortController();
    const model = withRetry(scriptedModel([{ fault: 'server_failed' }]), { clock });
    const pending = ask(model, { signal: controller.signal });
    pending.catch(() => undefined);
    await settled();
    controller.abort('enough');
    await expect(pending).rejects.toBe('enough');
    expect(clock.pending()).toBe(0);
  });

  it('that takes too long is given up, and is one that may succeed later', async () => {
    const clock = manualClock();
    const model = withTimeout(scriptedModel([{ fault: 'never' }, 'Quick.']), { timeoutSeconds: 30, clock });
    const pending = ask(model);
    pending.catch(() => undefined);
    await settled();
    await clock.advance(29_999);
    await clock.advance(1);
    await expect(pending).rejects.toMatchObject({ code: 'models/timeout', details: { transient: true } });
    expect((await ask(model)).text).toBe('Quick.');
    await settled();
    expect(clock.pending()).toBe(0);
  });

  it('waits for its turn, first come first served', async () => {
    const gates = [gate(), gate(), gate()];
    const scripted = scriptedModel(gates.map(({ opened }, index) => ({ text: `${index}`, after: opened })));
    const model = withRateLimit(scripted, { concurrency: 1 });
    const controller = new AbortController();
    const first = ask(model);
    const second = ask(model, { signal: controller.signal });
    const third = ask(model);
    second.catch(() => undefined);
    await settled();
    expect(scripted.calls).toHaveLength(1);
    controller.abort('enough');
    await expect(second).rejects.toBe('enough');
    gates[0]?.open();
    expect((await first).text).toBe('0');
    gates[1]?.open();
    expect((await third).text).toBe('1');
  });

  it('begins no more often than the minute allows', async () => {
    const clock = manualClock();
    const scripted = scriptedModel(['a', 'b', 'c', 'd']);
    const model = withRateLimit(scripted, { callsPerMinute: 2, clock });
    await ask(model);
    await clock.advance(20_000);
    await ask(model);
    const controller = new AbortController();
    const late = ask(model, { signal: controller.signal });
    late.catch(() => undefined);
    await settled();
    expect([scripted.calls.length, clock.waits]).toEqual([2, [40_000]]);
    controller.abort('enough');
    await expect(late).rejects.toBe('enough');
    await settled();
    expect(clock.pending()).toBe(0);
    const [third, fourth] = [ask(model), ask(model)];
    await settled();
    await clock.advance(40_000);
    expect((await third).text).toBe('c');
    expect(scripted.calls).toHaveLength(3);
    await clock.advance(20_000);
    expect((await fourth).text).toBe('d');
  });

  it('goes to the next model where one fails, and says who answered', async () => {
    const first = scriptedModel([{ fault: 'refused' }, { fault: 'never' }], { modelId: 'first' });
    const second = scriptedModel(['Second.'], { modelId: 'second' });
    const heard: string[] = [];
    const model = withFallback([first, second], { onFallback: (_, next) => heard.push(next.modelId) });
    expect(await ask(model)).toMatchObject({ text: 'Second.', model: 'scripted/second' });
    expect(heard).toEqual(['second']);
    const controller = new AbortController();
    const pending = ask(model, { signal: controller.signal });
    controller.abort('enough');
    await expect(pending).rejects.toBe('enough');
    expect(second.calls).toHaveLength(1);
  });

  it('fails with the last failure where no model is left, and at once where the budget is used up', async () => {
    const failing = (fault: 'refused' | 'server_failed'): Model => scriptedModel([{ fault }]);
    const model = withFallback([failing('server_failed'), failing('refused')]);
    await expect(ask(model)).rejects.toMatchObject({ code: 'models/refused' });
    const picky = withFallback([failing('refused'), scriptedModel([])], { when: () => false });
    await expect(ask(picky)).rejects.toMatchObject({ code: 'models/refused' });
  });

  it('is counted with its tokens and its cost, by who answered', async () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 10_000, cachedInputTokens: 400_000 };
    const clock = manualClock();
    const wait = gate();
    const meter = createMeter({
      prices: { 'scripted/model': { input: 2, output: 10, cachedInput: 0.5 } },
      clock,
    });
    const scripted = scriptedModel([
      { text: 'a', usage, after: wait.opened },
      { fault: 'server_failed' },
      'b',
    ]);
    const priced = withMeter(scripted, meter);
    const free = withMeter(scriptedModel([{ text: 'c', usage }], { modelId: 'other' }), meter);
    const first = ask(priced);
    await clock.advance(2_500);
    wait.open();
    await first;
    await expect(ask(priced)).rejects.toThrow();
    await ask(priced);
    await ask(free);
    expect(meter.byModel()).toEqual({
      'scripted/model': {
        calls: 3,
        failedCalls: 1,
        uncountedCalls: 1,
        unpricedCalls: 1,
        inputTokens: 1_000_000,
        outputTokens: 10_000,
        cachedInputTokens: 400_000,
        cacheWriteTokens: 0,
        reasoningTokens: 0,
        seconds: 2.5,
        streamedCalls: way === 'stream' ? 2 : 0,
        firstPieceSeconds: way === 'stream' ? 2.5 : 0,
        vectors: 0,
        cost: 1.5,
      },
      'scripted/other': expect.objectContaining({ calls: 1, unpricedCalls: 1, cost: 0 }),
    });
    expect(meter.total()).toMatchObject({ calls: 4, failedCalls: 1, inputTokens: 2_000_000, cost: 1.5 });
  });
});

describe('a stream', () => {
  it('is not begun again once a piece of it was given', async () => {
    const clock = manualClock();
    const scripted = scriptedModel([CUT, 'never asked']);
    const ask = (model: Model): Promise<ModelResponse> => responseOfStream(model.stream(ASK));
    await expect(ask(withRetry(scripted, { clock }))).rejects.toMatchObject({ code: 'models/cut_off' });
    const other = scriptedModel(['never asked']);
    await expect(ask(withFallback([scriptedModel([CUT]), other]))).rejects.toMatchObject({
      code: 'models/cut_off',
    });
    expect([scripted.calls.length, other.calls.length, clock.waits]).toEqual([1, 0, []]);
  });

  it('that stands still is given up', async () => {
    const clock = manualClock();
    const still: Model = {
      provider: 'p',
      modelId: 'm',
      call: () => Promise.reject(new Error('not asked')),
      async *stream() {
        yield { type: 'text', text: 'a' };
        await new Promise(() => undefined);
      },
    };
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const event of withTimeout(still, { idleTimeoutSeconds: 5, clock }).stream(ASK))
        seen.push(event.type);
    };
    const pending = read();
    pending.catch(() => undefined);
    await settled();
    await clock.advance(5_000);
    await expect(pending).rejects.toThrow('p/m sent nothing for 5 s.');
    expect([seen, clock.pending()]).toEqual([['text'], 0]);
  });

  it('that is left early frees its place and its timers, and counts as given up', async () => {
    const clock = manualClock();
    const meter = createMeter();
    const scripted = scriptedModel(['one two', 'three']);
    const limited = withRateLimit(scripted, { concurrency: 1 });
    const model = withMeter(withTimeout(limited, { timeoutSeconds: 9, idleTimeoutSeconds: 9, clock }), meter);
    for await (const _ of model.stream(ASK)) break;
    await settled();
    expect(clock.pending()).toBe(0);
    expect(meter.total()).toMatchObject({ calls: 1, failedCalls: 1 });
    expect((await model.call(ASK)).text).toBe('three');
  });
});

describe('options', () => {
  const model = scriptedModel([]);

  it.each([
    [() => withRetry(model, { retries: -1 }), 'retries must be a whole number from 0; got -1'],
    [() => withRetry(model, { retrys: 1 } as never), 'withRetry has no option retrys'],
    [() => withTimeout(model, { timeoutSeconds: 0 }), 'seconds above 0'],
    [() => withTimeout(model, { timeoutSeconds: Number.NaN }), 'got NaN'],
    [() => withRateLimit(model, { concurrency: 0 }), 'a whole number from 1'],
    [() => withFallback([]), 'at least one model'],
  ])('that make no sense are refused: %#', (make, words) => {
    expect(make).toThrow(words);
  });
});
