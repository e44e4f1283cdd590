import { type ConformanceCase, defineOptions, type Json, option } from '../../core/index.js';
import { expect, rejection } from '../../core/internal.js';
import type { EngineTask, TaskDefinition, TaskEngine, TaskResult } from '../engine/task-engine.js';
import type { TaskModule } from '../engine/task-module.js';
import { SuiteBench } from './suite-bench.js';
import { openTasks } from './suite-tasks.js';

/** How the suite wants an engine. */
export interface EngineSubjectOptions {
  /** What it can do, for an engine in this process. */
  readonly tasks: readonly TaskDefinition[];
  /** Where workers on this machine find the same tasks: import it, and call `openTasks` with its options. */
  readonly module: TaskModule;
  readonly concurrency: number;
  /** Tasks in hand: waiting, running, and ended without anyone having read how. */
  readonly room: number;
  readonly attempts: number;
}

/** What {@link engineSuite} checks. */
export interface EngineSubject {
  /** Makes an engine that has nothing in hand. The suite closes it. */
  open(options: EngineSubjectOptions): TaskEngine | Promise<TaskEngine>;
  /** Whether tasks are done in other processes, which may die. Default false. */
  readonly hasProcesses?: boolean;
}

const checkSubject = defineOptions<EngineSubject>()('engineSuite', {
  open: option.required(option.callback),
  hasProcesses: option.boolean,
});

/**
 * What every engine keeps so that a run is the same on each, as cases for any test runner.
 *
 * @example
 * ```ts file=engine.test.mjs
 * import { test } from 'node:test';
 * import { createEmbeddedEngine } from 'mettle/pipelines';
 * import { engineSuite } from 'mettle/pipelines/testing';
 *
 * for (const { name, run } of engineSuite({ open: createEmbeddedEngine })) test(name, (t) => run(t));
 * ```
 */
export function engineSuite(subject: EngineSubject): readonly ConformanceCase[] {
  checkSubject(subject);
  const open = async (bench: SuiteBench, options: Partial<EngineSubjectOptions> = {}) => {
    const { tasks } = await openTasks(bench.module.options);
    return subject.open({ tasks, module: bench.module, concurrency: 3, room: 6, attempts: 1, ...options });
  };
  return [
    {
      name: 'every task that was taken ends once, with its output',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench);
        const tasks = Array.from({ length: 200 }, (_, index) => task('double', index));
        const results = await runAll(engine, tasks);
        expect(results.map(({ id }) => id).sort()).toEqual(tasks.map(({ id }) => id).sort());
        for (const result of results) {
          expect(result).toMatchObject({
            status: 'done',
            output: 2 * Number(result.id.slice(7)),
            attempts: 1,
          });
        }
      },
    },
    {
      name: 'a task that is in hand is not taken twice',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench, { concurrency: 1 });
        for (let again = 0; again < 3; again++) {
          await engine.submit(task('hold', 1));
          await engine.submit(task('double', 2));
        }
        bench.release();
        const results = await drained(engine);
        expect(results.map(({ id }) => id).sort()).toEqual(['double/2', 'hold/1']);
      },
    },
    {
      name: 'no more tasks run at once than it was made for',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench, { concurrency: 2, room: 9 });
        const holding = runAll(
          engine,
          Array.from({ length: 9 }, (_, index) => task('hold', index)),
        );
        await bench.until(() => bench.running >= 2);
        bench.release();
        const results = await holding;
        expect(results).toHaveLength(9);
        expect(bench.most).toBe(2);
      },
    },
    {
      name: 'it takes no more than it has room for, results that nobody has read included',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench, { room: 4 });
        const stop = new AbortController();
        let taken = 0;
        const submitting = (async () => {
          for (let index = 0; index < 20; index++) {
            await engine.submit(task('double', index), { signal: stop.signal });
            taken += 1;
          }
        })();
        await bench.until(() => taken >= 4 && bench.ran >= 4);
        // Whatever is due has its turn.
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
        expect(taken).toBe(4);
        stop.abort(new Error('enough'));
        expect(await rejection(submitting)).toMatchObject({ message: 'enough' });
        expect(await drained(engine)).toHaveLength(4);
      },
    },
    {
      name: 'a task that fails is tried as often as was asked, and holds up no other',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench, { attempts: 3 });
        const results = await runAll(engine, [
          task('double', 1),
          task('poison', 2),
          task('flaky', 3),
          task('double', 4),
        ]);
        const byId = new Map(results.map((result) => [result.id, result]));
        expect(byId.get('poison/2')).toMatchObject({ status: 'failed', attempts: 3 });
        const failed = byId.get('poison/2');
        expect(failed?.status === 'failed' ? String(failed.error) : '').toMatch(/never works/);
        expect(byId.get('flaky/3')).toMatchObject({ status: 'done', attempts: 2 });
        expect(byId.get('double/4')).toMatchObject({ status: 'done', output: 8 });
      },
    },
    {
      name: 'a task that waits and is cancelled never begins, and one that runs is told',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench, { concurrency: 1 });
        await engine.submit(task('hold', 1));
        await bench.until(() => bench.ran === 1);
        await engine.submit(task('double', 2));
        await engine.submit(task('double', 3));
        expect(await engine.cancel('double/2')).toBe(true);
        expect(await engine.cancel('hold/1')).toBe(true);
        expect(await engine.cancel('double/9')).toBe(false);
        const results = await drained(engine);
        const statuses = Object.fromEntries(results.map(({ id, status }) => [id, status]));
        expect(statuses).toEqual({ 'double/2': 'cancelled', 'hold/1': 'cancelled', 'double/3': 'done' });
        expect(bench.ran).toBe(2);
      },
    },
    {
      name: 'drain waits for what is in hand, ends the results, and takes nothing more',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench);
        for (let index = 0; index < 5; index++) await engine.submit(task('pause', index));
        const results = await drained(engine);
        expect(results).toHaveLength(5);
        expect(await rejection(engine.submit(task('double', 9)))).toMatchObject({
          code: 'pipelines/engine_drained',
        });
        expect(await drained(engine)).toEqual([]);
      },
    },
    {
      name: 'drain wakes who waits for room',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench, { concurrency: 1, room: 1 });
        await engine.submit(task('hold', 1));
        const waiting = rejection(engine.submit(task('double', 2)));
        const draining = engine.drain();
        expect(await waiting).toMatchObject({ code: 'pipelines/engine_drained' });
        bench.release();
        await draining;
      },
    },
    {
      name: 'close ends what is left',
      run: async () => {
        using bench = new SuiteBench();
        const engine = await open(bench, { concurrency: 1 });
        await engine.submit(task('hold', 1));
        await engine.submit(task('double', 2));
        await engine.close();
        await engine.close();
        expect(bench.running).toBe(0);
      },
    },
    {
      name: 'a task that there is not is refused',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench);
        expect(await rejection(engine.submit(task('duoble', 1)))).toMatchObject({
          code: 'pipelines/unknown_task',
        });
      },
    },
    {
      name: 'inputs and outputs come through as they are',
      run: async () => {
        using bench = new SuiteBench();
        await using engine = await open(bench);
        const input: Json = {
          text: 'a\u0000b \ud83e\uded0 \u2028 "\\',
          lone: '\ud800',
          numbers: [0, -1.5, 1e300, Number.MAX_SAFE_INTEGER],
          nothing: null,
          deep: [[[[{ flag: true, empty: {} }]]]],
        };
        const [result] = await runAll(engine, [{ id: 'echo', task: 'echo', input }]);
        expect(result).toMatchObject({ status: 'done' });
        expect(result?.status === 'done' ? result.output : null).toEqual(input);
      },
    },
    {
      name: 'a task whose process dies is done again, and so are those beside it',
      run: async (test) => {
        if (subject.hasProcesses !== true) return test?.skip('no process of its own does tasks');
        using bench = new SuiteBench();
        await using engine = await open(bench);
        const tasks = [1, 2, 3, 4, 5, 6].flatMap((number) => [
          task('pause', number),
          task('double', number),
          ...(number % 3 === 0 ? [{ id: `die/${number}`, task: 'die', input: 1 }] : []),
        ]);
        const results = await runAll(engine, tasks);
        expect(results.map(({ id }) => id).sort()).toEqual(tasks.map(({ id }) => id).sort());
        for (const result of results) expect(result).toMatchObject({ status: 'done' });
        const died = results.find(({ id }) => id === 'die/3');
        expect(died?.status === 'done' ? died.attempts : 0).toBeGreaterThan(1);
      },
    },
    {
      name: 'a task that ends every process that does it fails with the reason, and takes no other with it',
      run: async (test) => {
        if (subject.hasProcesses !== true) return test?.skip('no process of its own does tasks');
        using bench = new SuiteBench();
        await using engine = await open(bench);
        const others = Array.from({ length: 12 }, (_, index) => task('pause', index));
        const results = await runAll(engine, [
          ...others.slice(0, 3),
          { id: 'die/always', task: 'die', input: 1000 },
          ...others.slice(3),
        ]);
        const failed = results.filter(({ status }) => status !== 'done');
        expect(failed.map(({ id, status }) => [id, status])).toEqual([['die/always', 'failed']]);
        const [first] = failed;
        expect(first?.status === 'failed' ? String(first.error) : '').toMatch(/has died/);
        expect(results).toHaveLength(13);
      },
    },
  ];
}

function task(name: string, number: number): EngineTask {
  return { id: `${name}/${number}`, task: name, input: number };
}

/** Submits while results are read, as a run does. */
async function runAll(engine: TaskEngine, tasks: readonly EngineTask[]): Promise<readonly TaskResult[]> {
  const submitting = (async () => {
    for (const each of tasks) await engine.submit(each);
    await engine.drain();
  })();
  const results: TaskResult[] = [];
  for await (const result of engine.results()) results.push(result);
  await submitting;
  return results;
}

/** The results that are left once the engine is drained. */
async function drained(engine: TaskEngine): Promise<readonly TaskResult[]> {
  const draining = engine.drain();
  const results: TaskResult[] = [];
  for await (const result of engine.results()) results.push(result);
  await draining;
  return results;
}
