import { createEmbeddedEngine } from '../engine/embedded-engine.js';
import { createProcessTasks } from '../engine/process-tasks.js';
import type { TaskEngine } from '../engine/task-engine.js';
import type { EngineSubjectOptions } from './index.js';

/** The engine of this process. */
export function embedded({ module: _, ...options }: EngineSubjectOptions): TaskEngine {
  return createEmbeddedEngine(options);
}

/** With a process for each task at once. */
export function withProcesses(options: EngineSubjectOptions): TaskEngine {
  return inProcesses(options, { processes: options.concurrency, tasksPerProcess: 1 });
}

/** One process does all tasks. */
export function crowded(options: EngineSubjectOptions): TaskEngine {
  return inProcesses(options, { processes: 1, tasksPerProcess: options.concurrency });
}

function inProcesses(
  { module, tasks, ...options }: EngineSubjectOptions,
  places: { readonly processes: number; readonly tasksPerProcess: number },
): TaskEngine {
  const processes = createProcessTasks({ module, names: tasks.map(({ name }) => name), ...places });
  const engine = createEmbeddedEngine({ tasks: processes.tasks, ...options });
  const close = async (): Promise<void> => {
    await engine.close();
    await processes[Symbol.asyncDispose]();
  };
  return { ...partsOf(engine), close, [Symbol.asyncDispose]: close };
}

/** An engine's parts, some of which may be replaced. */
export function partsOf(engine: TaskEngine): TaskEngine {
  return {
    name: 'changed',
    submit: (...given) => engine.submit(...given),
    results: () => engine.results(),
    cancel: (id) => engine.cancel(id),
    drain: () => engine.drain(),
    close: () => engine.close(),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
