/** What a model call costs beside the model: the seam, and what wraps it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AiSdkLanguageModel,
  createBudget,
  createMeter,
  type Model,
  openModel,
  withBudget,
  withCache,
  withMeter,
  withRateLimit,
  withRetry,
  withTimeout,
} from 'mettle/models';
import { type BenchSuite, type Comparison, type Figure, quantile } from './harness.js';

/** Calls that are timed together. */
const CALLS = 200;

const REQUEST = {
  messages: [
    { role: 'system' as const, content: 'You are a helpful assistant.' },
    { role: 'user' as const, content: 'How warm is it in Oslo today?' },
  ],
  tools: [{ name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }],
};

/** What a provider would be asked for the same. */
const PROVIDER_OPTIONS = {
  prompt: [
    { role: 'system', content: 'You are a helpful assistant.' },
    { role: 'user', content: [{ type: 'text', text: 'How warm is it in Oslo today?' }] },
  ],
  tools: [{ type: 'function', name: 'weather', inputSchema: REQUEST.tools[0]?.parameters }],
  toolChoice: { type: 'auto' },
};

/** A provider that answers at once. */
const provider: AiSdkLanguageModel & { doGenerate(options: object): Promise<unknown> } = {
  specificationVersion: 'v3',
  provider: 'bench',
  modelId: 'model',
  doGenerate: () =>
    Promise.resolve({
      content: [{ type: 'text', text: 'It is 4 degrees in Oslo.' }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 40, noCache: 40, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 9, text: 9, reasoning: 0 },
      },
      warnings: [],
    }),
  doStream: () => Promise.reject(new Error('not asked')),
};

const folder = mkdtempSync(join(tmpdir(), 'mettle-bench-models-'));

export const suite: BenchSuite = {
  name: 'models',
  comparisons: (): readonly Comparison[] => {
    const bare = openModel(provider);
    const prices = { 'bench/model': { input: 1, output: 5 } };
    const limited = withTimeout(withRateLimit(bare, { concurrency: 8 }), { timeoutSeconds: 60 });
    const budget = createBudget({ tokens: Number.MAX_SAFE_INTEGER, cost: Number.MAX_SAFE_INTEGER });
    const wrapped = withRetry(withBudget(withMeter(limited, createMeter({ prices })), budget, { prices }));
    const cached = withCache(bare, { folder });
    const claimBare = { medianSeconds: 0.00005 };
    return [
      comparison('one call', 'through the seam', bare, claimBare),
      comparison('one call', 'through five wrappers', wrapped, { medianSeconds: 0.0005 }),
      comparison('one call', 'from the cache on the disk', cached, { medianSeconds: 0.002 }),
    ];
  },
  figures: measureRealModel,
  close: () => rmSync(folder, { recursive: true, force: true }),
};

/** What a real model needs for a short reply, where METTLE_MODEL names one: `METTLE_MODEL=ollama/qwen3 npm run bench -- models`. */
async function measureRealModel(): Promise<readonly Figure[]> {
  const name = process.env.METTLE_MODEL?.trim();
  if (name === undefined || name === '') return [];
  const meter = createMeter();
  const model = withMeter(withTimeout(withRetry(openModel(name)), { timeoutSeconds: 120 }), meter);
  const firstPieces: number[] = [];
  for (let call = 0; call < REAL_CALLS; call++) {
    const startedAt = performance.now();
    let first: number | null = null;
    const messages = [{ role: 'user' as const, content: `Count from ${call} to ${call + 20}, in words.` }];
    for await (const _ of model.stream({ messages, maxOutputTokens: 500 })) {
      first ??= performance.now() - startedAt;
    }
    firstPieces.push(first ?? 0);
  }
  const { seconds, outputTokens } = meter.total();
  return [
    { name: `${name}: first piece`, value: quantile(firstPieces, 0.5), unit: 'ms' },
    { name: `${name}: tokens written a second`, value: outputTokens / seconds, unit: '' },
  ];
}

const REAL_CALLS = 5;

function comparison(
  name: string,
  subject: string,
  model: Model,
  claim: NonNullable<Comparison['claim']>,
): Comparison {
  return {
    name,
    claim,
    subject: {
      name: subject,
      run: async () => {
        for (let call = 0; call < CALLS; call++) await model.call(REQUEST);
        return CALLS;
      },
    },
    baseline: {
      name: 'bare doGenerate',
      run: async () => {
        for (let call = 0; call < CALLS; call++) await provider.doGenerate(PROVIDER_OPTIONS);
        return CALLS;
      },
    },
  };
}
