import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ScriptedReply, scriptedModel, startModelServer } from '../../testing/index.js';
import type { Model } from '../model.js';
import { openModel } from '../open-model.js';
import type { ModelCallOptions, ModelRequest } from '../request.js';
import type { ModelResponse } from '../response.js';
import { responseOfStream } from '../response-of-stream.fixture.js';
import { type Budget, createBudget } from './budget.js';
import { withCache } from './cache.js';
import { withFallback } from './fallback.js';
import { type ManualClock, manualClock, settled } from './manual-clock.fixture.js';
import { createMeter, type Meter, withMeter } from './meter.js';
import { withRateLimit } from './rate-limit.js';
import { recordModel } from './record.js';
import { withRetry } from './retry.js';
import { withTimeout } from './timeout.js';
import { withBudget } from './with-budget.js';

const ASK: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 50 };
const REPLY: ScriptedReply = { text: ['It', ' is', ' cold.'], usage: { inputTokens: 10, outputTokens: 20 } };

const WAYS: readonly [string, (model: Model, options?: ModelCallOptions) => Promise<ModelResponse>][] = [
  ['call', (model, options) => model.call(ASK, options)],
  ['stream', (model, options) => responseOfStream(model.stream(ASK, options))],
];

interface Stack {
  readonly model: Model;
  readonly clock: ManualClock;
  readonly budget: Budget;
  readonly meter: Meter;
}

/** Everything that can wrap a model, over one; one call at a time. */
function stack(inner: Model, tokens: number): Stack {
  const clock = manualClock();
  const budget = createBudget({ tokens, seconds: 1000, clock });
  const meter = createMeter({ clock });
  const timed = withTimeout(inner, { timeoutSeconds: 60, idleTimeoutSeconds: 30, clock });
  const limited = withRateLimit(withMeter(timed, meter), { concurrency: 1, callsPerMinute: 1000, clock });
  const counted = withBudget(limited, budget, { countTokens: () => 10 });
  return { model: withRetry(withFallback([counted]), { clock }), clock, budget, meter };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-faults-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(WAYS)('a %s that is given up', (_, ask) => {
  it('at any moment, holds no place, no timer and no budget, and the next one works', async () => {
    let finished = 0;
    for (let ticks = 0; finished < 3; ticks++) {
      expect(ticks).toBeLessThan(1000);
      // The request may take 60 tokens, and 1,000 are there.
      const { model, clock, budget, meter } = stack(scriptedModel([REPLY, REPLY]), 1000);
      const controller = new AbortController();
      const pending = ask(model, { signal: controller.signal }).then(
        () => true,
        (error: unknown) => {
          expect(error).toBe('enough');
          return false;
        },
      );
      for (let tick = 0; tick < ticks; tick++) await null;
      controller.abort('enough');
      if (await pending) finished++;
      await settled();
      expect(clock.pending()).toBe(0);
      expect(budget.left().tokens).toBe(1000 - budget.used().tokens);
      const calls = meter.total().calls;
      await ask(model);
      expect(meter.total().calls).toBe(calls + 1);
      expect(clock.pending()).toBe(0);
    }
  });

  it('at any moment, leaves whole files or none', async () => {
    for (let ticks = 0; ticks < 25; ticks++) {
      const place = join(folder, String(ticks));
      mkdirSync(place);
      const recorded = await recordModel(scriptedModel([REPLY]), { folder: join(place, 'run') });
      const model = withCache(recorded, { folder: join(place, 'cache') });
      const controller = new AbortController();
      const pending = ask(model, { signal: controller.signal }).catch(() => undefined);
      for (let tick = 0; tick < ticks; tick++) await settled();
      controller.abort('enough');
      await pending;
      for (const file of readdirSync(place, { recursive: true })) {
        expect(file).toMatch(/^(run|cache)(\/[0-9a-f]{64}(-0)?\.json)?$/);
      }
      const again = withCache(scriptedModel([REPLY]), { folder: join(place, 'cache') });
      expect((await ask(again)).text).toBe('It is cold.');
    }
  });
});

describe.each(WAYS)('a %s through the real package', (_, ask) => {
  it('gets through every fault that may pass, and its budget is exact', async () => {
    await using server = await startModelServer([
      { fault: 'rate_limited', retryAfterSeconds: 5 },
      { fault: 'server_failed' },
      { fault: 'unreachable' },
      { fault: 'cut_off' },
      REPLY,
    ]);
    const clock = manualClock();
    const budget = createBudget({ calls: 5, tokens: 1000 });
    const meter = createMeter();
    const remote = openModel(`openai-compatible/test@${server.url}`, { environment: {} });
    const paid = withBudget(withMeter(remote, meter), budget, { countTokens: () => 10 });
    // A stream that broke off before its first piece is asked for again too.
    const model = withRetry(paid, { retries: 4, clock });
    let answered: ModelResponse | null = null;
    const pending = ask(model).then((response) => {
      answered = response;
    });
    while (answered === null) {
      await settled();
      if (clock.pending() > 0) await clock.advance(60_000);
    }
    await pending;
    expect(clock.waits).toEqual([5000, 2000, 4000, 8000]);
    expect(meter.total()).toMatchObject({ calls: 5, failedCalls: 4, inputTokens: 10, outputTokens: 20 });
    // The call that was cut off may have been paid for: its request counts.
    expect(budget.used()).toMatchObject({ calls: 5, tokens: 40 });
    expect(budget.left()).toMatchObject({ calls: 0, tokens: 960 });
    server.assertDone();
  });

  it('that never answers ends with its time, and its connection is closed', async () => {
    await using server = await startModelServer([{ fault: 'never' }]);
    const clock = manualClock();
    const remote = openModel(`openai-compatible/test@${server.url}`, { environment: {} });
    const pending = ask(withTimeout(remote, { timeoutSeconds: 9, clock }));
    pending.catch(() => undefined);
    while (server.requests.length === 0) await settled();
    await clock.advance(9000);
    await expect(pending).rejects.toMatchObject({ code: 'models/timeout' });
    expect(await server.requests[0]?.abandoned).toBe(true);
  });
});
