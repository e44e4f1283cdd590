import { describe, expect, it } from 'vitest';
import { MettleError } from '../../core/index.js';
import { gate, type ScriptedReply, type ScriptStep, scriptedModel } from '../../testing/index.js';
import type { Model } from '../model.js';
import type { ModelCallOptions, ModelRequest } from '../request.js';
import { type ModelResponse, totalTokens } from '../response.js';
import { responseOfStream } from '../response-of-stream.fixture.js';
import { createBudget } from './budget.js';
import { manualClock, settled } from './manual-clock.fixture.js';
import { createMeter, type MeterReading } from './meter.js';
import type { ModelPrice } from './prices.js';
import { withRetry } from './retry.js';
import { withBudget } from './with-budget.js';

const ASK: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }], maxOutputTokens: 100 };

/** Requests of 10 tokens, whatever they say. */
const TEN = { countTokens: () => 10 };

/** A reply that used 10 and 20 tokens. */
const REPLY: ScriptedReply = { text: 'Hi', usage: { inputTokens: 10, outputTokens: 20 } };

const WAYS: readonly [string, (model: Model, options?: ModelCallOptions) => Promise<ModelResponse>][] = [
  ['call', (model, options) => model.call(ASK, options)],
  ['stream', (model, options) => responseOfStream(model.stream(ASK, options))],
];

const EXHAUSTED = { code: 'models/budget_exhausted' };

describe.each(WAYS)('a budget over a %s', (_, ask) => {
  it('of calls is exact, however many come at once, and counts those that fail', async () => {
    const steps: ScriptStep<ModelRequest>[] = [{ fault: 'server_failed' }, REPLY, REPLY];
    const scripted = scriptedModel(steps);
    const budget = createBudget({ calls: 3 });
    const model = withBudget(scripted, budget);
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => ask(model)));
    const refused = ends.filter((end) => end.status === 'rejected' && end.reason.code === EXHAUSTED.code);
    expect([refused.length, budget.used().calls, budget.left().calls]).toEqual([47, 3, 0]);
    scripted.assertDone();
  });

  it('counts nothing for a call that was stopped after its part was held back, before it was made', async () => {
    const scripted = scriptedModel([]);
    const budget = createBudget({ calls: 3, tokens: 300 });
    const stop = new AbortController();
    const asked = ask(withBudget(scripted, budget, TEN), { signal: stop.signal });
    const heldBack = budget.left().tokens;
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect([heldBack, budget.left().calls, budget.left().tokens, scripted.calls.length]).toEqual([
      190, 3, 300, 0,
    ]);
  });

  it('of tokens is never broken by calls at the same time: they wait for what others leave', async () => {
    // Each call may take 110 and takes 30: one at a time fits, and after seven (210) an eighth has 90 left.
    const scripted = scriptedModel(Array.from({ length: 8 }, () => REPLY));
    const budget = createBudget({ tokens: 300 });
    const model = withBudget(scripted, budget, TEN);
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => ask(model)));
    const done = ends.filter(({ status }) => status === 'fulfilled');
    expect([done.length, budget.used().tokens]).toEqual([8, 240]);
    expect(scripted.calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([
      100, 100, 100, 100, 100, 100, 100, 80,
    ]);
    scripted.assertDone();
  });

  it('of money goes by the price, and refuses the call that would break it', async () => {
    const prices = { 'scripted/model': { input: 1000, output: 10_000 } };
    const scripted = scriptedModel([REPLY]);
    const budget = createBudget({ cost: 1 });
    const model = withBudget(scripted, budget, { ...TEN, prices });
    await ask(model);
    expect(scripted.calls[0]?.maxOutputTokens).toBe(99);
    expect(budget.used().cost).toBeCloseTo(0.21);
    const next = ask(withBudget(scriptedModel([REPLY]), budget.child({ cost: 0.5 }), { ...TEN, prices }));
    await expect(next).rejects.toThrow('The budget of 0.5 in money is used up: 0 are used');
  });

  it('is shared with its parts, each with a limit of its own', async () => {
    const budget = createBudget({ calls: 4 });
    const part = budget.child({ calls: 3 });
    const deeper = part.child();
    const model = scriptedModel(Array.from({ length: 4 }, () => REPLY));
    await ask(withBudget(model, budget));
    for (const each of [part, deeper, deeper]) await ask(withBudget(model, each));
    expect([budget.used().calls, part.used().calls, deeper.used().calls]).toEqual([4, 3, 2]);
    expect(deeper.left().calls).toBe(0);
    await expect(ask(withBudget(model, deeper))).rejects.toThrow('The budget of 3 model calls is used up');
    await expect(ask(withBudget(model, budget.child({ calls: 9 })))).rejects.toThrow('of 4 model calls');
    model.assertDone();
  });

  it('of seconds ends the call that is under way, and refuses the next', async () => {
    const clock = manualClock();
    const budget = createBudget({ seconds: 60, clock });
    const model = withBudget(scriptedModel([REPLY, { fault: 'never' }]), budget.child());
    await ask(model);
    await clock.advance(45_000);
    const pending = ask(model);
    pending.catch(() => undefined);
    await settled();
    await clock.advance(15_000);
    await expect(pending).rejects.toThrow('The budget of 60 seconds is used up.');
    await expect(ask(model)).rejects.toMatchObject(EXHAUSTED);
    expect(clock.pending()).toBe(0);
  });

  it('frees what a failed call held, and counts an estimate where the call was under way', async () => {
    const budget = createBudget({ tokens: 1000 });
    const scripted = scriptedModel([
      { fault: 'rate_limited' },
      { fault: 'refused' },
      { fault: 'cut_off', text: 'abcdef' },
      'no counts',
    ]);
    const model = withBudget(scripted, budget, TEN);
    await expect(ask(model)).rejects.toThrow();
    await expect(ask(model)).rejects.toThrow();
    expect(budget.used()).toMatchObject({ calls: 2, tokens: 0 });
    await expect(ask(model)).rejects.toMatchObject({ code: 'models/cut_off' });
    const cut = budget.used().tokens;
    expect(cut).toBeGreaterThanOrEqual(10);
    await ask(model);
    expect(budget.used().tokens).toBe(cut + 13);
    expect(budget.left().tokens).toBe(1000 - cut - 13);
  });

  it('frees what a call held that is given up, while it waits and while it runs', async () => {
    const budget = createBudget({ tokens: 120 });
    const scripted = scriptedModel([{ fault: 'never' }, REPLY]);
    const model = withBudget(scripted, budget, TEN);
    const [first, second] = [new AbortController(), new AbortController()];
    const running = ask(model, { signal: first.signal });
    const waiting = ask(model, { signal: second.signal });
    for (const pending of [running, waiting]) pending.catch(() => undefined);
    await settled();
    second.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect(scripted.calls).toHaveLength(1);
    first.abort('enough');
    await expect(running).rejects.toBe('enough');
    expect(budget.used()).toMatchObject({ calls: 1, tokens: 10 });
    expect(budget.left().tokens).toBe(110);
    await ask(model);
  });

  it('counts each attempt of a call that is made again', async () => {
    const clock = manualClock();
    const budget = createBudget({ calls: 2 });
    const scripted = scriptedModel([{ fault: 'server_failed' }, { fault: 'server_failed' }]);
    const model = withRetry(withBudget(scripted, budget), { retries: 5, clock });
    const pending = ask(model);
    pending.catch(() => undefined);
    await settled();
    await clock.advance(1_000);
    await settled();
    await clock.advance(2_000);
    await expect(pending).rejects.toMatchObject(EXHAUSTED);
    scripted.assertDone();
  });
});

/** A model that answers as a test says, whatever a provider of its kind would say. */
function modelOf(usage: object, error?: MettleError): Model {
  const scripted = scriptedModel(Array.from({ length: 9 }, () => 'abcdef'));
  const reply = (response: ModelResponse): ModelResponse => ({
    ...response,
    usage: { ...response.usage, ...usage },
  });
  return {
    provider: 'any',
    modelId: 'model',
    call: async (request, options) => reply(await scripted.call(request, options)),
    async *stream(request, options) {
      for await (const event of scripted.stream(request, options)) {
        if (event.type === 'finish' && error !== undefined) throw error;
        yield event.type === 'finish' ? { ...event, response: reply(event.response) } : event;
      }
    },
  };
}

describe.each(WAYS)('a budget over a %s of a model that counts wrongly', (_, ask) => {
  it.each<[string, object, number]>([
    ['nothing that it read', { outputTokens: 20 }, 30],
    ['nothing that it wrote', { inputTokens: 10 }, 12],
    ['less than nothing', { inputTokens: -1000, outputTokens: -1000 }, 12],
    ['what is no number', { inputTokens: Number.NaN, outputTokens: Number.NaN }, 12],
  ])('estimates where it tells %s', async (_what, usage, tokens) => {
    const budget = createBudget({ tokens: 1000 });
    await ask(withBudget(modelOf(usage), budget, TEN));
    expect(budget.used().tokens).toBe(tokens);
  });

  it.each([Number.NaN, -1000, 0.5])('refuses a reply of %s tokens at once', async (maxOutputTokens) => {
    const model = withBudget(modelOf({}), createBudget({ tokens: 1000 }), TEN);
    const odd: Model = {
      ...model,
      call: (request, options) => model.call({ ...request, maxOutputTokens }, options),
      stream: (request, options) => model.stream({ ...request, maxOutputTokens }, options),
    };
    await expect(ask(odd)).rejects.toThrow('maxOutputTokens must be a whole number from 1');
  });
});

describe('a budget', () => {
  it('counts what was written of a stream that the provider breaks off', async () => {
    const overloaded = new MettleError({ code: 'models/server_failed', message: 'overloaded' });
    const budget = createBudget({ tokens: 1000 });
    const model = withBudget(modelOf({}, overloaded), budget, TEN);
    await expect(responseOfStream(model.stream(ASK))).rejects.toBe(overloaded);
    expect(budget.used()).toMatchObject({ calls: 1, tokens: 12 });
  });

  it('counts what was written of a stream that is left early', async () => {
    const budget = createBudget({ tokens: 1000 });
    const model = withBudget(scriptedModel([{ text: ['abcdef', 'ghi'] }]), budget, TEN);
    for await (const _ of model.stream(ASK)) break;
    expect(budget.used()).toMatchObject({ calls: 1, tokens: 12 });
    expect(budget.left().tokens).toBe(988);
  });

  it('leaves a request alone where neither tokens nor money are limited', async () => {
    const scripted = scriptedModel(['a']);
    await withBudget(scripted, createBudget({ calls: 1 })).call({ messages: ASK.messages });
    expect(scripted.calls[0]).toEqual({ messages: ASK.messages });
  });

  it('lets calls that fit run at the same time', async () => {
    const wait = gate();
    const scripted = scriptedModel(Array.from({ length: 3 }, () => ({ ...REPLY, after: wait.opened })));
    const model = withBudget(scripted, createBudget({ tokens: 330 }), TEN);
    const all = Promise.all([model.call(ASK), model.call(ASK), model.call(ASK)]);
    await settled();
    expect(scripted.calls).toHaveLength(3);
    wait.open();
    await all;
  });

  /** Whether a promise settles without anything else happening. */
  async function settles(promise: Promise<unknown>): Promise<boolean> {
    let isSettled = false;
    const note = (): void => {
      isSettled = true;
    };
    promise.then(note, note);
    await settled();
    return isSettled;
  }

  it('of money lets no call wait for what rounding makes of its last part', async () => {
    const price = { input: 0.1, output: 0.1 };
    for (let used = 37; used < 130; used++) {
      const budget = createBudget({ cost: 0.1 });
      const first = await budget.reserve({ inputTokens: used, outputTokens: 100, price });
      first.settle({ tokens: used, cost: (used * 0.1) / 1e6 });
      const last = budget.reserve({ inputTokens: 1, outputTokens: 10_000_000, price });
      expect([used, await settles(last)]).toEqual([used, true]);
      const { outputTokens } = await last;
      expect(Math.abs(Number(outputTokens) - (999_999 - used))).toBeLessThanOrEqual(1);
      expect(budget.left().cost).toBeGreaterThanOrEqual(0);
    }
  });

  it('of money holds nothing back any more once all calls have ended, down to the last bit', async () => {
    // 0.1 + 0.2 + 0.3 - 0.1 - 0.2 - 0.3 is a little more than nothing.
    const budget = createBudget({ cost: 0.7 });
    const held = await Promise.all(
      [0.1, 0.2, 0.3].map((cost) =>
        budget.reserve({ inputTokens: 1, outputTokens: 0, price: { input: cost * 1e6, output: 1 } }),
      ),
    );
    for (const reservation of held) reservation.settle({ tokens: 0, cost: 0 });
    expect(budget.left().cost).toBe(0.7);
    const all = budget.reserve({ inputTokens: 1, outputTokens: 0, price: { input: 0.7e6, output: 1 } });
    expect(await settles(all)).toBe(true);
  });

  it('refuses a limit of money without a price, and limits that are none', () => {
    const model = scriptedModel([]);
    expect(() => withBudget(model, createBudget({ cost: 1 }))).toThrow('the price of scripted/model');
    expect(() => createBudget({ tokens: -1 })).toThrow('tokens must be a whole number from 0');
    expect(() => createBudget({ token: 1 } as never)).toThrow('createBudget has no option token');
    expect(() => createBudget().child({ calls: 1.5 })).toThrow('got 1.5');
  });

  it.each<[string, object]>([
    ['input', { input: Number.NaN, output: 1 }],
    ['output', { input: 1, output: -1 }],
    ['output', { input: 1 }],
    ['cachedInput', { input: 1, output: 1, cachedInput: Infinity }],
    ['cacheWrite', { input: 1, output: 1, cacheWrite: '2' }],
  ])('refuses a price whose %s is no amount: %j', (part, price) => {
    const prices = { 'scripted/model': price as ModelPrice };
    const model = scriptedModel([]);
    for (const make of [
      () => withBudget(model, createBudget({ cost: 1 }), { prices }),
      () => createMeter({ prices }),
    ]) {
      expect(make).toThrow(`prices["scripted/model"].${part} must be a number from 0; got `);
    }
    expect(() => createMeter({ prices: { m: 3 as never } })).toThrow('prices["m"] must be {input, output}');
  });
});

it.each<[string, object, object]>([
  [
    'what is no number',
    { inputTokens: Number.NaN, outputTokens: 5, reasoningTokens: Number.NaN },
    { uncountedCalls: 0, inputTokens: 0, outputTokens: 5, reasoningTokens: 0, cost: 5 },
  ],
  [
    'less than nothing',
    { inputTokens: -5, outputTokens: -5, cachedInputTokens: -5 },
    { uncountedCalls: 1, unpricedCalls: 1, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cost: 0 },
  ],
])('a meter takes counts of %s as not told', async (_what, usage, reading) => {
  const meter = createMeter({ prices: { 'any/model': { input: 1, output: 1e6 } } });
  const response = await modelOf(usage).call(ASK);
  meter.count('any/model', response, 1);
  expect(meter.total()).toMatchObject(reading);
  expect(totalTokens(response.usage)).toBe((reading as MeterReading).outputTokens || null);
});
