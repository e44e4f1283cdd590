import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { MettleError } from '../../core/index.js';
import { endOf, errorMessage, unreferenced, whilePending } from '../../core/internal.js';
import type { LaunchCommand } from './launch-command.js';
import { decodeFrame, oversizedFrame, type Printed, type WorkerFrame } from './wire/events.js';
import { FrameSplitter } from './wire/frame-splitter.js';

/** Why this process was killed by us. */
export type KillReason =
  | 'timeout'
  | 'memory'
  | 'deadline'
  | 'output'
  | 'aborted'
  | 'frame'
  | 'too_large'
  | 'state'
  | 'closed';

/** How a worker ended. */
export interface WorkerDeath {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Why we killed it, or null when it died by itself. */
  readonly killedFor: KillReason | null;
  /** The end of what it wrote to stderr, or what was wrong with its frame. */
  readonly detail: string;
}

/** The end of a worker's turn: what it said, or that it died. */
export type Turn = WorkerFrame | { readonly event: { readonly kind: 'death'; readonly death: WorkerDeath } };

/** Microseconds that the feed had executed when the turn ended; 0 for a worker that died. */
export function micros(turn: Turn): number {
  return 'executionMicros' in turn ? turn.executionMicros : 0;
}

const KEPT_STDERR_CHARS = 2000;
const DEFAULT_FRAME_BYTES = 1 << 20;

interface Waiting {
  readonly end: (turn: Turn) => void;
  readonly maxFrameBytes: number;
}

/** One `monty` process: frames in, frames out, and a certain end. Knows nothing of sessions. */
export class WorkerProcess {
  /** Called with printed text while a run goes on. */
  onPrint: (segments: readonly Printed[]) => void = () => {};
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #splitter = new FrameSplitter();
  readonly #waiting: Waiting[] = [];
  readonly #exited: Promise<void>;
  #stderr = '';
  #killedFor: KillReason | null = null;
  #death: WorkerDeath | null = null;

  constructor(launch: LaunchCommand) {
    this.#child = spawn(launch.command, launch.args, {
      env: launch.environment,
      cwd: '/',
      stdio: 'pipe',
      windowsHide: true,
    });
    unreferenced(this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr);
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#child.stderr.setEncoding('utf8');
    this.#child.stderr.on('data', (text: string) => {
      this.#stderr = endOf(this.#stderr + text, KEPT_STDERR_CHARS);
    });
    this.#child.stdin.on('error', () => {});
    this.#child.stdout.on('error', () => {});
    this.#child.stderr.on('error', () => {});
    this.#exited = new Promise((resolve) => {
      this.#child.on('error', (error) => {
        this.#died(null, null, errorMessage(error));
        resolve();
      });
      this.#child.on('close', (exitCode, signal) => {
        this.#died(exitCode, signal, this.#stderr.trim());
        resolve();
      });
    });
  }

  /** The process id, when it started and is not gone: another process may have a gone one's. */
  get pid(): number | undefined {
    const { pid, exitCode, signalCode } = this.#child;
    return exitCode === null && signalCode === null ? pid : undefined;
  }

  /** How it died, or null while it lives. */
  get death(): WorkerDeath | null {
    return this.#death;
  }

  /** Whether it was killed or has died: it takes no more work. */
  get ended(): boolean {
    return this.#death !== null || this.#killedFor !== null;
  }

  /** Sends whole frames. */
  send(frames: Uint8Array): void {
    if (!this.ended) this.#child.stdin.write(frames);
  }

  /**
   * The end of the next turn. Turns end in the order of the requests that were sent. Of a frame of this turn that is
   * longer than `maxFrameBytes`, the end is `oversized`.
   */
  turn(maxFrameBytes: number = DEFAULT_FRAME_BYTES): Promise<Turn> {
    const death = this.#death;
    if (death !== null) return Promise.resolve({ event: { kind: 'death', death } });
    return whilePending(new Promise((end) => this.#waiting.push({ end, maxFrameBytes })));
  }

  /** Ends the process at once, on Windows by its own means. The first reason stands. */
  kill(reason: KillReason): void {
    this.#killedFor ??= reason;
    this.#child.kill('SIGKILL');
  }

  /** Resolves when the process is gone and its pipes are closed. */
  exited(): Promise<void> {
    return whilePending(this.#exited);
  }

  #receive(chunk: Buffer): void {
    if (this.#killedFor !== null) return;
    try {
      this.#splitter.push(chunk);
      for (;;) {
        const bytes = this.#splitter.next(this.#waiting[0]?.maxFrameBytes ?? DEFAULT_FRAME_BYTES);
        if (bytes === null) return;
        const frame = Buffer.isBuffer(bytes) ? decodeFrame(bytes) : oversizedFrame(bytes);
        if (frame.event.kind === 'print') this.onPrint(frame.event.segments);
        else if (frame.event.kind === 'fatal') this.#stderr += frame.event.message;
        else this.#endTurn(frame);
        if (this.#killedFor !== null) return;
      }
    } catch (thrown) {
      this.#stderr = errorMessage(thrown);
      const tooLarge = MettleError.isInstance(thrown) && thrown.code.endsWith('_too_large');
      this.kill(tooLarge ? 'too_large' : 'frame');
    }
  }

  #endTurn(turn: Turn): void {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      waiting.end(turn);
      return;
    }
    this.#stderr = 'the worker spoke without being asked';
    this.kill('frame');
  }

  #died(exitCode: number | null, signal: string | null, detail: string): void {
    this.#death ??= { exitCode, signal, killedFor: this.#killedFor, detail };
    const turn: Turn = { event: { kind: 'death', death: this.#death } };
    for (const waiting of this.#waiting.splice(0)) waiting.end(turn);
  }
}
