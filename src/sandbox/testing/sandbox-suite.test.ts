import { describe, expect, it } from 'vitest';
import { fastestEngine, needs } from '../../testing/needs.fixture.js';
import type { Engine } from '../engine.js';
import { resolveEngine } from '../internal.js';
import { sandboxSuite } from './index.js';

for (const engine of ['monty', 'cpython'] as const) {
  const { describe } = await needs(engine);
  describe(`engine ${engine}`, () => {
    for (const { name, run } of sandboxSuite(engine)) it(name, () => run());
  });
}

describe('the suite', () => {
  it('has a name of its own for each case', () => {
    const names = sandboxSuite('monty').map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

const sandbox = await needs('sandbox');

sandbox.describe('an engine that forgets its errors', () => {
  it('fails the cases about errors, and passes others', async () => {
    const sound = await resolveEngine(await fastestEngine());
    const broken: Engine = {
      name: sound.name,
      probe: () => sound.probe(),
      close: async () => {},
      openSession: async (options) => {
        const session = await sound.openSession(options);
        return new Proxy(session, {
          get: (target, key) => {
            const member = Reflect.get(target, key);
            if (key !== 'run') return typeof member === 'function' ? member.bind(target) : member;
            return async (request: Parameters<typeof session.run>[0]) => ({
              ...(await target.run(request)),
              ok: true,
              error: null,
            });
          },
        });
      },
    };
    const outcomes = new Map(
      await Promise.all(
        sandboxSuite(broken)
          .filter(({ name }) => name.startsWith('definitions'))
          .map(async ({ name, run }) => [name, await run().then(() => 'passes', String)] as const),
      ),
    );
    expect(outcomes.get('definitions: classes and their instances stay')).toBe('passes');
    expect(outcomes.get('definitions: functions and methods see helpers that a later run defines')).toMatch(
      /^AssertionError.*'NameError'/s,
    );
  });
});
