import { defineOptions, type Json, MettleError, option } from '../../core/index.js';
import { nearNames, WaitingLine } from '../../core/internal.js';
import { pipelineError } from '../error-codes.js';
import type { EngineTask, TaskDefinition, TaskEngine, TaskResult } from './task-engine.js';

/** What {@link createEmbeddedEngine} takes. */
export interface EmbeddedEngineOptions {
  readonly tasks: readonly TaskDefinition[];
  /** Tasks that run at once. Default 4. */
  readonly concurrency?: number;
  /** Tasks that are in hand: waiting, running, and ended without anyone having read how. Default: twice `concurrency`. */
  readonly room?: number;
  /** How often a task is tried before it counts as failed. Default 1. */
  readonly attempts?: number;
  /** How often the process of a task may die before the task counts as failed. These tries don't count as attempts. Default 2. */
  readonly losses?: number;
}

const checkOptions = defineOptions<EmbeddedEngineOptions>()('createEmbeddedEngine', {
  tasks: option.required(option.list(option.object)),
  concurrency: option.wholeNumber(1),
  room: option.wholeNumber(1),
  attempts: option.wholeNumber(1),
  losses: option.wholeNumber(0),
});

/**
 * An engine in this process: tasks begin in the order in which they were submitted, some at once. Those of `createProcessTasks` are done in processes of
 * their own.
 *
 * @example
 * ```ts
 * import { createEmbeddedEngine } from 'mettle/pipelines';
 *
 * const engine = createEmbeddedEngine({
 *   tasks: [{ name: 'double', run: async (input) => Number(input) * 2 }],
 * });
 * await engine.submit({ id: 'a', task: 'double', input: 21 });
 * await engine.drain();
 * for await (const result of engine.results()) console.log(result.id, result.status); // → a done
 * await engine.close();
 * ```
 * @throws {MettleError} `core/invalid_option`.
 */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): TaskEngine {
  checkOptions(options);
  return new EmbeddedEngine(options);
}

class EmbeddedEngine implements TaskEngine {
  readonly name = 'embedded';
  readonly #tasks: ReadonlyMap<string, TaskDefinition>;
  readonly #concurrency: number;
  readonly #room: number;
  readonly #attempts: number;
  readonly #losses: number;
  /** Waiting, in order, and running. */
  readonly #waiting = new Map<string, EngineTask>();
  readonly #running = new Map<string, AbortController>();
  readonly #ended: TaskResult[] = [];
  /** Those who wait for room, for a result, and for the end. */
  readonly #forRoom = new WaitingLine();
  readonly #forResult = new WaitingLine();
  readonly #forEnd = new WaitingLine();
  #isDrained = false;

  constructor(options: EmbeddedEngineOptions) {
    const { tasks, concurrency = 4, room = 2 * concurrency, attempts = 1, losses = 2 } = options;
    this.#tasks = new Map(tasks.map((task) => [task.name, task]));
    this.#concurrency = concurrency;
    this.#room = room;
    this.#attempts = attempts;
    this.#losses = losses;
  }

  async submit(task: EngineTask, { signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    if (!this.#tasks.has(task.task)) throw unknownTask(task.task, [...this.#tasks.keys()]);
    for (;;) {
      signal?.throwIfAborted();
      if (this.#isDrained) {
        throw pipelineError('engine_drained', 'The engine was drained: it takes no more tasks.');
      }
      if (this.#waiting.has(task.id) || this.#running.has(task.id)) return;
      if (this.#waiting.size + this.#running.size + this.#ended.length < this.#room) break;
      await this.#forRoom.wait(signal);
    }
    this.#waiting.set(task.id, task);
    this.#begin();
  }

  async *results(): AsyncGenerator<TaskResult, void, undefined> {
    for (;;) {
      const result = this.#ended.shift();
      if (result !== undefined) {
        this.#forRoom.serveAll();
        yield result;
      } else if (this.#isDrained && this.#isIdle()) return;
      else await this.#forResult.wait();
    }
  }

  async cancel(id: string): Promise<boolean> {
    if (this.#waiting.delete(id)) {
      this.#end({ id, status: 'cancelled' });
      return true;
    }
    const running = this.#running.get(id);
    running?.abort();
    return running !== undefined;
  }

  async drain(): Promise<void> {
    this.#isDrained = true;
    this.#forRoom.serveAll();
    this.#forResult.serveAll();
    while (!this.#isIdle()) await this.#forEnd.wait();
  }

  async close(): Promise<void> {
    for (const id of [...this.#waiting.keys(), ...this.#running.keys()]) await this.cancel(id);
    await this.drain();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #isIdle(): boolean {
    return this.#waiting.size + this.#running.size === 0;
  }

  #begin(): void {
    while (this.#running.size < this.#concurrency) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [id, task] = next;
      this.#waiting.delete(id);
      const cancelling = new AbortController();
      this.#running.set(id, cancelling);
      void this.#run(task, cancelling.signal).then((result) => {
        this.#running.delete(id);
        this.#end(result);
        this.#begin();
      });
    }
  }

  async #run({ id, task, input }: EngineTask, signal: AbortSignal): Promise<TaskResult> {
    const definition = this.#tasks.get(task) as TaskDefinition;
    let losses = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        const output: Json = await definition.run(input, { signal, attempt });
        return signal.aborted
          ? { id, status: 'cancelled' }
          : { id, status: 'done', output, attempts: attempt };
      } catch (error) {
        if (signal.aborted) return { id, status: 'cancelled' };
        if (isLoss(error)) losses += 1;
        const isOver = losses > this.#losses || attempt - losses >= this.#attempts;
        if (isOver) return { id, status: 'failed', error, attempts: attempt };
      }
    }
  }

  #end(result: TaskResult): void {
    this.#ended.push(result);
    this.#forResult.serveAll();
    this.#forEnd.serveAll();
  }
}

/** Whether a task didn't end because its process died. */
function isLoss(error: unknown): boolean {
  return MettleError.isInstance(error) && error.code === 'pipelines/worker_lost';
}

function unknownTask(name: string, known: readonly string[]): Error {
  const [near] = nearNames(name, known);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return pipelineError('unknown_task', `The engine has no task ${name}; it has ${known.join(', ')}.${hint}`);
}
