import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorMessage, startOf } from '../../core/internal.js';
import type { RunError, RunErrorKind, RunUsage, StackFrame, UsedTime } from '../../sandbox/index.js';
import {
  framesOfDump,
  framesOfTraceback,
  hostProcessUsage,
  makeHostFolder,
  NO_TIME,
} from '../../sandbox/internal.js';
import { OwnTimeLimit } from './own-time-limit.js';

/** What a run on the bare host came to. */
export interface UnconfinedRun {
  readonly ok: boolean;
  readonly stdout: string;
  readonly stderr: string;
  readonly error: RunError | null;
  readonly usage: RunUsage;
}

/** What {@link runUnconfined} takes. */
export interface UnconfinedRunOptions {
  readonly timeoutSeconds: number;
  /** Characters of stdout and stderr together after which the process is killed. */
  readonly maxOutputChars: number;
  readonly signal?: AbortSignal;
  /** The interpreter. Default `python3`. */
  readonly interpreter?: string;
}

/**
 * Runs code with `python3` on this host, **not confined in any way**: it has the user's files, environment and
 * network. Only the engine that is called `local_unsafe` comes here. The code starts in an empty temporary folder,
 * in a process group of its own that is killed at the time limit (up to 2 seconds later where the code blocks the signal
 * that asks where it is) and at its end.
 */
export async function runUnconfined(code: string, options: UnconfinedRunOptions): Promise<UnconfinedRun> {
  const startedAt = performance.now();
  const folder = makeHostFolder('unsafe');
  try {
    const script = join(folder, 'main.py');
    await writeFile(script, code, { mode: 0o600 });
    const ended = await runProcess(options.interpreter ?? 'python3', script, folder, options);
    const seconds = (performance.now() - startedAt) / 1000;
    const error = describeEnd(ended, script, options);
    const dumpAt = ended.stoppedFor === 'timeout' ? ended.stderr.lastIndexOf(DUMP_START) : -1;
    return {
      ok: error === null,
      stdout: ended.stdout,
      stderr: dumpAt < 0 ? ended.stderr : ended.stderr.slice(0, dumpAt),
      error,
      usage: { wallSeconds: seconds, executionSeconds: seconds, hostCalls: 0 },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds that a process whose time is over gets to write where it is. */
const DUMP_MILLISECONDS = 2_000;
/** The first line of what faulthandler writes at SIGABRT. */
const DUMP_START = 'Fatal Python error: Aborted\n';

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly stoppedFor: 'timeout' | 'output' | 'aborted' | null;
  readonly failure: unknown;
  /** Why its time was over, where this machine is to blame. */
  readonly starved: RunError | null;
}

function runProcess(
  interpreter: string,
  script: string,
  cwd: string,
  options: UnconfinedRunOptions,
): Promise<Ended> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const child = spawn(interpreter, ['-I', '-X', 'faulthandler', script], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const text = { stdout: '', stderr: '' };
    let stoppedFor: Ended['stoppedFor'] = null;
    let failure: unknown = null;
    const killGroup = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has already ended.
      }
    };
    const stop = (why: NonNullable<Ended['stoppedFor']>): void => {
      stoppedFor ??= why;
      killGroup();
    };
    let patience: NodeJS.Timeout | undefined;
    let starved: RunError | null = null;
    const limit = new OwnTimeLimit({
      seconds: options.timeoutSeconds,
      parts: [{ before: NO_TIME, used: async () => usedBy(child.pid, startedAt) }],
      onOver: (why) => {
        starved = why;
        // faulthandler writes the stack to stderr at SIGABRT, whatever the code is doing, unless it blocks the signal.
        stoppedFor ??= 'timeout';
        patience = setTimeout(killGroup, DUMP_MILLISECONDS);
        child.kill('SIGABRT');
      },
    });
    const onAbort = (): void => stop('aborted');
    options.signal?.addEventListener('abort', onAbort, { once: true });
    if (options.signal?.aborted === true) onAbort();
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (piece: string) => {
        // Nothing that is written after a cut may follow it.
        if (stoppedFor === 'output') return;
        const room = options.maxOutputChars - text.stdout.length - text.stderr.length;
        text[name] += startOf(piece, room);
        if (piece.length > room) stop('output');
      });
    }
    child.on('error', (error) => {
      failure = error;
      finish(null);
    });
    child.on('exit', killGroup);
    child.on('close', (exitCode) => finish(exitCode));
    const finish = (exitCode: number | null): void => {
      limit.stop();
      clearTimeout(patience);
      options.signal?.removeEventListener('abort', onAbort);
      resolve({ ...text, exitCode, stoppedFor, failure, starved });
    };
  });
}

/** What a process of this host has used; null where the system does not tell. */
function usedBy(pid: number | undefined, startedAt: number): UsedTime | null {
  const usage = pid === undefined ? null : hostProcessUsage(pid);
  if (usage === null) return null;
  const elapsed = (performance.now() - startedAt) / 1000;
  return {
    processorSeconds: usage.processorSeconds,
    ownSeconds: Math.max(0, elapsed - usage.delaySeconds),
  };
}

function describeEnd(ended: Ended, script: string, options: UnconfinedRunOptions): RunError | null {
  const make = (kind: RunErrorKind, type: string, message: string, line: number | null = null): RunError => ({
    kind,
    type,
    message,
    line,
    frames: [],
    hint: null,
  });
  if (ended.failure !== null) {
    return make('infrastructure', 'OSError', `python3 could not be started: ${errorMessage(ended.failure)}`);
  }
  if (ended.starved !== null) return ended.starved;
  if (ended.stoppedFor === 'timeout') {
    const dump = ended.stderr.slice(ended.stderr.lastIndexOf(DUMP_START));
    // The main thread is the last one; what follows a blank line is about the interpreter.
    const main = dump.split(/^(?:Current thread|Thread) .*\n/m).at(-1) ?? '';
    const frames = ownFrames(framesOfDump(main.split('\n\n', 1)[0] ?? '', dirname(script)));
    return {
      ...make('timeout', 'TimeoutError', `timed out after ${options.timeoutSeconds} s`, frames.at(-1)?.line),
      frames,
    };
  }
  if (ended.stoppedFor === 'output') {
    return make('output', 'OutputLimit', `more than ${options.maxOutputChars} characters of output`);
  }
  if (ended.stoppedFor === 'aborted') return make('aborted', 'AbortError', 'stopped by the caller');
  if (ended.exitCode === 0) return null;
  const line = lastLineOf(ended.stderr, script);
  const isTraceback = /^(?:Traceback \(most recent call last\):| {2}File ")/m.test(ended.stderr);
  const lastLine = ended.stderr.trimEnd().split('\n').at(-1) ?? '';
  const raised = isTraceback ? /^([A-Za-z_][\w.]*)(?:: ([\s\S]*))?$/.exec(lastLine) : null;
  const type = raised?.[1] ?? 'SystemExit';
  const message = raised === null ? `ended with exit code ${ended.exitCode}` : (raised[2] ?? '');
  const kind = /^(Syntax|Indentation|Tab)Error$/.test(type) ? 'syntax' : 'runtime';
  return {
    ...make(ended.exitCode === null ? 'crash' : kind, type, message, line),
    frames: isTraceback ? ownFrames(framesOfTraceback(ended.stderr, dirname(script))) : [],
  };
}

/** The frames, those of the script named as in a sandbox. */
function ownFrames(frames: readonly StackFrame[]): readonly StackFrame[] {
  return frames.map((frame) => (frame.file === '/main.py' ? { ...frame, file: '<run 1>' } : frame));
}

/** The deepest line of the user's own script that the traceback names. */
function lastLineOf(stderr: string, script: string): number | null {
  const lines = stderr.split('\n').filter((line) => line.includes(`"${script}"`));
  const found = /line (\d+)/.exec(lines.at(-1) ?? '');
  return found === null ? null : Number(found[1]);
}
