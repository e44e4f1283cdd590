/** The process in which tasks are done. It ends with the one that started it, however that ends. */
import { type Json, MettleError } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { TaskDefinition } from './task-engine.js';
import type { OpenedTasks, OpenTasks, TaskModule } from './task-module.js';
import type { FromWorker, SentError, ToWorker } from './worker-messages.js';

let opening: Promise<OpenedTasks> | undefined;
const running = new Map<number, AbortController>();

// At a terminal, Ctrl-C reaches every process of the group. Who started this one says when it ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(0));

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

async function open({ url, exportName = 'openTasks', options }: TaskModule): Promise<OpenedTasks> {
  const module = (await import(url)) as Readonly<Record<string, OpenTasks>>;
  const openTasks = module[exportName];
  if (openTasks === undefined) throw new Error(`${url} exports no ${exportName}`);
  return openTasks(options, { say: (line) => tell({ kind: 'said', line }) });
}

async function run({ job, task, input, attempt }: Extract<ToWorker, { kind: 'run' }>): Promise<void> {
  const cancelling = new AbortController();
  running.set(job, cancelling);
  try {
    const opened = await opening;
    const definition = opened?.tasks.find(({ name }) => name === task) as TaskDefinition;
    const output: Json = await definition.run(input, { signal: cancelling.signal, attempt });
    tell({ kind: 'done', job, output });
  } catch (error) {
    tell({ kind: 'failed', job, error: sentError(error) });
  } finally {
    running.delete(job);
  }
}

async function close(): Promise<void> {
  for (const each of running.values()) each.abort();
  const opened = await opening?.catch(() => undefined);
  await opened?.[Symbol.asyncDispose]();
  process.exit(0);
}

function sentError(error: unknown): SentError {
  return { code: MettleError.isInstance(error) ? error.code : null, message: errorMessage(error) };
}

process.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'open':
      opening = open(message.module);
      opening.catch(() => undefined);
      break;
    case 'run':
      void run(message);
      break;
    case 'cancel':
      running.get(message.job)?.abort();
      break;
    default:
      void close();
  }
});
