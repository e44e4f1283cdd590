import { describe, expect, it } from 'vitest';
import { NOT_BUILT } from '../../testing/run-alone.fixture.js';
import { unless } from '../../testing/unless.fixture.js';
import type { TaskEngine } from '../engine/task-engine.js';
import { embedded, partsOf, withProcesses } from './engines.fixture.js';
import { type EngineSubjectOptions, engineSuite } from './index.js';

describe('the embedded engine', () => {
  for (const { name, run } of engineSuite({ open: embedded })) it(name, (test) => run(test));
});

unless(NOT_BUILT).describe('the embedded engine with worker processes', () => {
  for (const { name, run } of engineSuite({ open: withProcesses, hasProcesses: true })) {
    if (/process/.test(name)) it(name, () => run());
  }
});

/** The cases that find something in an engine that differs from the embedded one in a part. */
async function found(change: (engine: TaskEngine, options: EngineSubjectOptions) => Partial<TaskEngine>) {
  const open = (options: EngineSubjectOptions): TaskEngine => {
    const engine = embedded(options);
    return { ...partsOf(engine), ...change(engine, options) };
  };
  const names: string[] = [];
  for (const { name, run } of engineSuite({ open })) await run().catch(() => names.push(name));
  return names;
}

describe('the suite', () => {
  it('finds an engine that gives a result twice', async () => {
    const names = await found((engine) => ({
      results: async function* () {
        for await (const result of engine.results()) {
          yield result;
          if (result.id === 'double/2') yield result;
        }
      },
    }));
    expect(names).toContain('every task that was taken ends once, with its output');
    expect(names).toContain('a task that is in hand is not taken twice');
  });

  it('finds an engine that loses a result', async () => {
    const names = await found((engine) => ({
      results: async function* () {
        for await (const result of engine.results()) if (result.id !== 'double/7') yield result;
      },
    }));
    expect(names).toEqual(['every task that was taken ends once, with its output']);
  });

  it('finds an engine that begins what it likes', async () => {
    const names = await found((_, options) => {
      const greedy = embedded({ ...options, concurrency: 50, room: 500 });
      return {
        submit: (...given) => greedy.submit(...given),
        results: () => greedy.results(),
        cancel: (id) => greedy.cancel(id),
        drain: () => greedy.drain(),
      };
    });
    expect(names).toContain('no more tasks run at once than it was made for');
    expect(names).toContain('it takes no more than it has room for, results that nobody has read included');
  });

  it('finds an engine that gives up at once, and one that changes texts', async () => {
    const once = await found((_, options) => {
      const impatient = embedded({ ...options, attempts: 1 });
      return {
        submit: (...given) => impatient.submit(...given),
        results: () => impatient.results(),
        cancel: (id) => impatient.cancel(id),
        drain: () => impatient.drain(),
      };
    });
    expect(once).toContain('a task that fails is tried as often as was asked, and holds up no other');
    const lossy = await found((engine) => ({
      submit: ({ input, ...rest }, more) =>
        engine.submit({ ...rest, input: JSON.parse(JSON.stringify(input).replaceAll('\\u0000', '')) }, more),
    }));
    expect(lossy).toEqual(['inputs and outputs come through as they are']);
  });
});
