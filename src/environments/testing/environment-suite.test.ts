import { describe, expect, it } from 'vitest';
import { failedObservation } from '../../records/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment, World } from '../environment.js';
import type { WorldBody } from '../world-body.js';
import { describeEnvironment } from './describe-environment.fixture.js';
import { environmentSuite } from './index.js';

const parameters = {
  type: 'object',
  properties: { by: { type: 'integer', minimum: 1 } },
  required: ['by'],
  additionalProperties: false,
} as const;
const tools = ['look', 'add', 'sleep', 'shout', 'crash'].map((name) => ({
  name,
  description: name,
  parameters,
}));

function counter(count: number): WorldBody {
  return {
    run: async ({ tool, arguments: { by }, signal }) => {
      if (tool === 'crash') throw new Error('the machine failed');
      if (tool === 'sleep') {
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      }
      if (Number(by) > 100) return failedObservation('too_much', 'at most\n100');
      if (tool === 'add') count += Number(by);
      const content = tool === 'shout' ? '🐝'.repeat(400) : String(count);
      return { status: 'ok', content, data: count, error: null };
    },
    state: () => new Map([['count', count]]),
    fork: async () => counter(count),
    close: async () => undefined,
  };
}

const create = async (
  cannotFork?: string,
  change: (body: WorldBody) => WorldBody = (body) => body,
): Promise<Environment> =>
  defineEnvironment({
    name: 'counter',
    version: 1,
    tools,
    identity: {},
    begin: async ({ seed }) => change(counter(seed)),
    ...(cannotFork !== undefined && { cannotFork }),
    maxContentChars: 101,
    sampleArguments: (tool, { seed }) => (tool === 'add' ? { by: seed + 1 } : null),
  });

const subject = {
  create,
  reads: [{ tool: 'look', arguments: { by: 1 } }],
  writes: [
    { tool: 'add', arguments: { by: 2 } },
    { tool: 'add', arguments: { by: 3 } },
  ],
  failing: { tool: 'add', arguments: { by: 101 } },
  slow: { tool: 'sleep', arguments: { by: 1 } },
  long: { call: { tool: 'shout', arguments: { by: 1 } }, maxChars: 101 },
  hostProbes: () => [],
  breakWorld: async (world: World) => {
    await world.call('crash', { by: 1 }).catch(() => undefined);
  },
};

describeEnvironment('a counter', subject);
describeEnvironment('a counter without branches', {
  ...subject,
  create: () => create('counters are too simple'),
});

describe('the suite', () => {
  it('fails a world whose forks share what it holds', async () => {
    const shared = (body: WorldBody): WorldBody => ({ ...body, fork: async () => shared(body) });
    const cases = environmentSuite({ ...subject, create: () => create(undefined, shared) });
    const failing: string[] = [];
    for (const { name, run } of cases) await run().catch(() => failing.push(name));
    expect(failing).toEqual([
      'forks in mid-episode into a world that goes on as this one would',
      'keeps a world and its branches apart',
      'restores a snapshot as often as asked, here and in another world',
    ]);
  });

  it('skips what the subject cannot show, and says why', async () => {
    const { long: _, slow: __, breakWorld: ___, ...least } = subject;
    const reasons: string[] = [];
    for (const { run } of environmentSuite({ ...least, create: () => create('counters are too simple') }))
      await run({ skip: (reason) => reasons.push(reason) });
    expect(reasons.sort()).toEqual([
      'no fork: counters are too simple',
      'no fork: counters are too simple',
      'no fork: counters are too simple',
      'no fork: counters are too simple',
      'the subject cannot break a world',
      'the subject has no call with a long answer',
      'the subject has no probes of the host',
      'the subject has no slow call',
    ]);
  });
});
