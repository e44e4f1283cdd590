import { failedObservation } from '../../records/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment, World } from '../environment.js';
import type { WorldBody } from '../world-body.js';
import { describeEnvironment } from './suite.fixture.js';

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

const create = async (cannotFork?: string): Promise<Environment> =>
  defineEnvironment({
    name: 'counter',
    version: 1,
    tools,
    identity: {},
    begin: async ({ seed }) => counter(seed),
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
