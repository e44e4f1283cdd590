import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, type Json, MettleError } from '../../core/index.js';
import { pipelineError } from '../error-codes.js';
import type { TaskContext } from './task-engine.js';
import type { TaskModule } from './task-module.js';
import type { FromWorker, SentError, ToWorker } from './worker-messages.js';

/** How long a process may take to close what it has opened. */
const CLOSE_MILLISECONDS = 10_000;

interface Pending {
  readonly resolve: (output: Json) => void;
  readonly reject: (error: unknown) => void;
}

/** A process that does tasks, started for its first one and again after it has died. */
export class WorkerProcess {
  readonly #module: TaskModule;
  readonly #say: (line: string) => void;
  readonly #pending = new Map<number, Pending>();
  #child: ChildProcess | null = null;
  #exited: Promise<unknown> = Promise.resolve();
  #jobs = 0;
  /** Whether the task in hand has to be the only one. */
  isAlone = false;

  constructor(module: TaskModule, say: (line: string) => void) {
    this.#module = module;
    this.#say = say;
  }

  /** Tasks in hand. */
  get load(): number {
    return this.#pending.size;
  }

  /** Its number; null while there is no process. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Does a task. @throws {MettleError} `pipelines/worker_lost` where the process dies before it has ended. */
  async run(task: string, input: Json, { signal, attempt }: TaskContext): Promise<Json> {
    const child = this.#child ?? this.#start();
    const job = this.#jobs++;
    const cancel = (): void => send(child, { kind: 'cancel', job });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(job, { resolve, reject });
        send(child, { kind: 'run', job, task, input, attempt });
      });
    } finally {
      signal.removeEventListener('abort', cancel);
      this.#pending.delete(job);
    }
  }

  /** Ends the process, and waits for its end. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    send(child, { kind: 'close' });
    const late = setTimeout(() => child.kill('SIGKILL'), CLOSE_MILLISECONDS);
    await this.#exited;
    clearTimeout(late);
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(workerUrl()), {
      // Numbers, texts with lone surrogates and all else arrive as they are.
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message: FromWorker) => this.#hear(message));
    child.on('error', () => undefined);
    const lose = (how: string): void => {
      if (this.#child !== child) return;
      this.#child = null;
      for (const { reject } of this.#pending.values()) reject(lost(how));
    };
    this.#exited = once(child, 'exit').then(
      ([code, signal]) => lose(String(signal ?? `exit code ${String(code)}`)),
      (error: unknown) => lose(String(error)),
    );
    this.#child = child;
    send(child, { kind: 'open', module: this.#module });
    return child;
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'said') this.#say(message.line);
    else if (message.kind === 'done') this.#pending.get(message.job)?.resolve(message.output);
    else this.#pending.get(message.job)?.reject(receivedError(message.error));
  }
}

/** What was sent to a process that has died says so by its exit. */
function send(child: ChildProcess, message: ToWorker): void {
  if (child.connected) child.send(message, () => undefined);
}

function receivedError({ code, message }: SentError): Error {
  return code === null ? new Error(message) : new MettleError({ code: code as ErrorCode, message });
}

function lost(how: string): Error {
  return pipelineError('worker_lost', `The process that did the task has died (${how}).`);
}

function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(
    isSource ? '../../../dist/pipelines/engine/task-worker.js' : './task-worker.js',
    import.meta.url,
  );
}
