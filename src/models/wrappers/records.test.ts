import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gate, scriptedModel } from '../../testing/index.js';
import type { Model } from '../model.js';
import type { ModelCallOptions, ModelRequest } from '../request.js';
import type { ModelResponse } from '../response.js';
import { responseOfStream } from '../response-of-stream.fixture.js';
import { withCache } from './cache.js';
import { settled } from './manual-clock.fixture.js';
import { recordModel } from './record.js';
import { createRedactor } from './redact.js';
import { replayModel } from './replay.js';

const ASK: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }], temperature: 0 };
const OTHER: ModelRequest = { messages: [{ role: 'user', content: 'Bye' }] };
const REPLY = {
  text: 'Hi',
  reasoning: 'Hm.',
  toolCalls: [{ name: 'f', input: { x: [1, null] } }],
  usage: { inputTokens: 3 },
};

const WAYS: readonly [
  string,
  (model: Model, request: ModelRequest, options?: ModelCallOptions) => Promise<ModelResponse>,
][] = [
  ['call', (model, request, options) => model.call(request, options)],
  ['stream', (model, request, options) => responseOfStream(model.stream(request, options))],
];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mettle-records-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(WAYS)('a cache over a %s', (_, ask) => {
  it('asks once for equal requests to the same model, across processes and ways to ask', async () => {
    const scripted = scriptedModel([REPLY, 'Bye']);
    const cached = withCache(scripted, { folder: join(folder, 'made') });
    const first = await ask(cached, ASK);
    const reordered = { temperature: 0, messages: ASK.messages };
    const again = withCache(scriptedModel([]), { folder: join(folder, 'made') });
    for (const [, way] of WAYS) expect(await way(again, reordered)).toEqual(first);
    expect((await ask(cached, OTHER)).text).toBe('Bye');
    scripted.assertDone();
    const strangers = scriptedModel(['Hey', 'Ho'], { modelId: 'other' });
    expect((await ask(withCache(strangers, { folder: join(folder, 'made') }), ASK)).text).toBe('Hey');
    const scoped = withCache(strangers, { folder: join(folder, 'made'), scope: '2' });
    expect((await ask(scoped, ASK)).text).toBe('Ho');
  });

  it('keeps no failure and no blocked reply, and asks again where a file is broken', async () => {
    const scripted = scriptedModel([
      { fault: 'server_failed' },
      { text: 'Blocked', finishReason: 'content-filter' },
      'Whole',
      'Whole again',
      'And again',
    ]);
    const cached = withCache(scripted, { folder });
    await expect(ask(cached, ASK)).rejects.toThrow();
    expect((await ask(cached, ASK)).text).toBe('Blocked');
    expect((await ask(cached, ASK)).text).toBe('Whole');
    const [file = ''] = readdirSync(folder);
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, -9));
    expect((await ask(cached, ASK)).text).toBe('Whole again');
    writeFileSync(path, text.replace('"assistant"', '"user"'));
    expect((await ask(cached, ASK)).text).toBe('And again');
    scripted.assertDone();
  });

  it('gives the reply also where it can not be kept, and says so', async () => {
    writeFileSync(join(folder, 'file'), '');
    const problems: unknown[] = [];
    const cached = withCache(scriptedModel(['Hi']), {
      folder: join(folder, 'file'),
      onProblem: (error) => problems.push(error),
    });
    expect((await ask(cached, ASK)).text).toBe('Hi');
    expect(problems).toMatchObject([{ code: 'models/record_unreadable' }, {}]);
  });
});

describe('a cache', () => {
  it('asks once for equal requests at the same time; when the first gives up, the next asks', async () => {
    const wait = gate();
    const scripted = scriptedModel([{ fault: 'never' }, { text: 'Hi', after: wait.opened }]);
    const cached = withCache(scripted, { folder });
    const controller = new AbortController();
    const first = cached.call(ASK, { signal: controller.signal });
    first.catch(() => undefined);
    while (scripted.calls.length === 0) await settled();
    const others = [cached.call(ASK), cached.call(ASK), cached.call(ASK)];
    controller.abort('enough');
    await expect(first).rejects.toBe('enough');
    wait.open();
    expect((await Promise.all(others)).map(({ text }) => text)).toEqual(['Hi', 'Hi', 'Hi']);
    scripted.assertDone();
  });
});

describe.each(WAYS)('a recorded %s', (_, ask) => {
  it('is given again without a network, failures too, each equal request its own', async () => {
    const scripted = scriptedModel([REPLY, { fault: 'rate_limited', retryAfterSeconds: 2 }, 'Second', 'Bye']);
    const recorded = await recordModel(scripted, { folder });
    const run = async (model: Model): Promise<readonly unknown[]> => {
      const outcomes: unknown[] = [];
      for (const request of [ASK, ASK, ASK, OTHER]) {
        outcomes.push(
          await ask(model, request).catch(({ code, message, details }) => ({ code, message, details })),
        );
      }
      return outcomes;
    };
    const outcomes = await run(recorded);
    const replayed = await replayModel({ folder });
    expect(await run(replayed)).toEqual(outcomes);
    expect([replayed.provider, replayed.modelId]).toEqual(['scripted', 'model']);
    replayed.assertDone();
    await expect(ask(replayed, OTHER)).rejects.toThrow('not recorded: 1 messages, the last of them "Bye"');
    const half = await replayModel({ folder });
    await ask(half, OTHER);
    expect(() => half.assertDone()).toThrow('3 of 4 recorded calls were not made again');
  });

  it('holds no secret, and is found again with another one in its place', async () => {
    const redact = createRedactor({ environment: { MY_API_KEY: 'correct horse battery' } });
    const says = (content: string): ModelRequest => ({ messages: [{ role: 'user', content }] });
    const model = await recordModel(scriptedModel(['The key is correct horse battery.']), { folder, redact });
    await ask(model, says('key: correct horse battery'));
    const text = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(text.join()).not.toContain('correct horse');
    const elsewhere = createRedactor({ environment: { MY_API_KEY: 'quite another one' } });
    const replayed = await replayModel({ folder, redact: elsewhere });
    expect((await ask(replayed, says('key: quite another one'))).text).toBe('The key is [redacted].');
  });

  it('that is given up is not recorded', async () => {
    const controller = new AbortController();
    const scripted = scriptedModel([{ fault: 'never' }]);
    const model = await recordModel(scripted, { folder });
    const pending = ask(model, ASK, { signal: controller.signal });
    pending.catch(() => undefined);
    await settled();
    controller.abort('enough');
    await expect(pending).rejects.toBe('enough');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a recording', () => {
  it('is not written over unless that is said, and then replaced as a whole', async () => {
    const record = async (overwrite: boolean, request: ModelRequest): Promise<void> => {
      await (await recordModel(scriptedModel(['a']), { folder, overwrite })).call(request);
    };
    await record(false, ASK);
    await expect(record(false, OTHER)).rejects.toMatchObject({ code: 'models/already_recorded' });
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await record(true, OTHER);
    expect(readdirSync(folder)).toHaveLength(2);
    await expect((await replayModel({ folder })).call(ASK)).rejects.toMatchObject({
      code: 'models/not_recorded',
    });
  });

  it('that is none is refused', async () => {
    await expect(replayModel({ folder: join(folder, 'absent') })).rejects.toThrow('no recorded call');
    writeFileSync(join(folder, `${'0'.repeat(64)}-0.json`), '{}');
    await expect(replayModel({ folder })).rejects.toThrow('is not a record');
  });
});
