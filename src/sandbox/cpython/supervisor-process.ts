import { type ChildProcess, spawn } from 'node:child_process';
import { endOf, unreferenced, whilePending } from '../../core/internal.js';
import { sandboxError } from '../error-codes.js';
import type { PythonValue } from '../python-value.js';
import type { LaunchPlan } from './confinement.js';
import { type Frame, FrameReader, frameHead } from './frames.js';
import { insideSources } from './inside-sources.js';
import { decodeMarshal } from './marshal-decode.js';
import { encodeMarshal } from './marshal-encode.js';

/** The longest frame taken from a supervisor while no run is on: facts, a word, or a complaint. */
const IDLE_FRAME_BYTES = 1 << 20;

/** Milliseconds within which a started process must report that it is confined. */
const START_MILLISECONDS = 30_000;

/** Milliseconds within which a process must report that it is as it was before its first run. */
const RESTORE_MILLISECONDS = 5_000;

/** Milliseconds within which a process must have ended everything in it. */
const STOP_MILLISECONDS = 5_000;

/** What the supervisor says of its interpreter once the session process is confined. */
export interface InsideFacts {
  readonly version: string;
  readonly modules: readonly string[];
  /** Whether it has the data of time zones. */
  readonly hasZones: boolean;
  /** Names of the programs that code can start. */
  readonly programs: readonly string[];
}

/** A confined Python process and its channel. */
export class SupervisorProcess {
  /** Null where it was started with compiled modules: who compiled them knows the same. */
  readonly facts: InsideFacts | null;
  readonly plan: LaunchPlan;
  readonly #child: ChildProcess;
  readonly #reader: FrameReader;
  #onFrame: ((frame: Frame) => void) | null = null;
  #onEnd: ((why: string) => void) | null = null;
  #ended: string | null = null;
  readonly #exited: Promise<void>;

  private constructor(
    child: ChildProcess,
    reader: FrameReader,
    plan: LaunchPlan,
    facts: InsideFacts | null,
    exited: Promise<void>,
  ) {
    this.#child = child;
    this.#reader = reader;
    this.plan = plan;
    this.facts = facts;
    this.#exited = exited;
  }

  /**
   * Starts a process and waits until it is confined.
   *
   * @param compiled the modules that run inside, compiled by the same interpreter; default their text
   * @throws {MettleError} `sandbox/no_confinement` when it cannot be, with what the process said.
   */
  static async start(plan: LaunchPlan, compiled: Buffer | null = null): Promise<SupervisorProcess> {
    const bundle = compiled ?? insideSources().bundle;
    const child = spawn(plan.command, plan.args, {
      cwd: '/',
      env: { ...plan.environment },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(plan.name === undefined ? {} : { argv0: plan.name }),
      ...(plan.user === null ? {} : { uid: plan.user, gid: plan.user }),
    });
    unreferenced(child, child.stdin, child.stdout, child.stderr);
    let complaint = '';
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      complaint = endOf(complaint + text, 4000);
    });
    let started: SupervisorProcess | undefined;
    const exited = new Promise<boolean>((resolve) => {
      child.once('exit', (status) => {
        // What it leaves may hold them open, which must not keep this program from ending.
        child.stdout.destroy();
        child.stderr.destroy();
        resolve(status === 0 || (started !== undefined && plan.settings.ownProcesses));
      });
      child.once('error', () => resolve(true));
    }).then((orderly) => plan.cleanUp(orderly));
    const confined = new Promise<SupervisorProcess>((resolve, reject) => {
      const fail = (why: string): void => {
        if (started !== undefined) {
          started.#end(why);
          return;
        }
        clearTimeout(timer);
        child.kill('SIGKILL');
        reject(
          sandboxError(
            'no_confinement',
            `The confined Python process did not start: ${[why, lastLine(complaint)].filter(Boolean).join(': ')}`,
          ),
        );
      };
      const timer = setTimeout(() => fail('it did not answer in time'), START_MILLISECONDS);
      const reader = new FrameReader(IDLE_FRAME_BYTES, (frame) => {
        if (started !== undefined) started.#receive(frame);
        else if (frame.kind === 'r') {
          clearTimeout(timer);
          started = new SupervisorProcess(child, reader, plan, readFacts(decodeMarshal(frame.body)), exited);
          resolve(started);
        } else
          fail(frame.kind === '!' ? String(decodeMarshal(frame.body)) : `an unexpected frame ${frame.kind}`);
      });
      child.stdout.on('data', (chunk: Buffer) => {
        try {
          reader.push(chunk);
        } catch (thrown) {
          fail(String(thrown));
        }
      });
      child.stdin.on('error', () => {});
      child.once('error', (error) => fail(error.message));
      child.once('exit', (code, signal) =>
        fail(signal === null ? `it ended with ${code}` : `it was ended by ${signal}`),
      );
      child.stdin.write(bundle);
      write(child, 'C', encodeMarshal({ ...plan.settings }));
    });
    return whilePending(confined);
  }

  /** Sets who receives frames, up to so many bytes each, and the end of the process. */
  attach(
    onFrame: (frame: Frame) => void,
    onEnd: (why: string) => void,
    maxFrameBytes: number = IDLE_FRAME_BYTES,
  ): void {
    this.#onFrame = onFrame;
    this.#onEnd = onEnd;
    this.#reader.maxBytes = maxFrameBytes;
    if (this.#ended !== null) onEnd(this.#ended);
  }

  /** Nobody waits for frames any more: one that comes all the same ends the process. */
  detach(): void {
    this.#onFrame = null;
    this.#onEnd = null;
    this.#reader.maxBytes = IDLE_FRAME_BYTES;
  }

  /** Takes no more bytes from the process until {@link resume}, so that what it sends has to wait in its pipe. */
  pause(): void {
    this.#child.stdout?.pause();
  }

  /** Takes bytes again. */
  resume(): void {
    this.#child.stdout?.resume();
  }

  /** Why the process has ended, or null while it lives. */
  get ended(): string | null {
    return this.#ended;
  }

  /** Sends one frame whose body is a value. */
  send(kind: string, body: PythonValue): void {
    write(this.#child, kind, encodeMarshal(body));
  }

  /** Sends one frame whose body is bytes. */
  sendBytes(kind: string, body: Uint8Array): void {
    write(this.#child, kind, body);
  }

  /**
   * Brings the process back to what it was before its first run, while nothing runs in it: no process, file or name of
   * a run is left. False where that cannot be told for sure; it must be closed then.
   */
  async restore(): Promise<boolean> {
    if (this.#ended !== null) return false;
    let timer: NodeJS.Timeout | undefined;
    const restored = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), RESTORE_MILLISECONDS);
      this.attach(
        (frame) => resolve(frame.kind === 'z' && decodeMarshal(frame.body) === null),
        () => resolve(false),
      );
      this.send('Z', null);
    });
    await whilePending(restored);
    clearTimeout(timer);
    this.detach();
    return restored;
  }

  /** Ends the process and everything in it, tells who is attached, and waits until it is gone. */
  async close(): Promise<void> {
    if (this.#ended === null) {
      this.#ended = 'it was closed';
      this.#onEnd?.(this.#ended);
    }
    this.#stop();
    await whilePending(this.#exited);
  }

  /** Ends the process: at once where all in it end with it, else by its channel, so that it ends the others first. */
  #stop(): void {
    if (this.plan.settings.ownProcesses) {
      this.#child.kill('SIGKILL');
      return;
    }
    this.#child.stdin?.end();
    const force = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MILLISECONDS);
    void this.#exited.then(() => clearTimeout(force));
  }

  #receive(frame: Frame): void {
    if (frame.kind === '!') this.#end(String(decodeMarshal(frame.body)));
    else if (this.#onFrame === null) this.#end(`it sent a frame ${frame.kind} that nobody waited for`);
    else this.#onFrame(frame);
  }

  #end(why: string): void {
    if (this.#ended !== null) return;
    this.#ended = why;
    this.#stop();
    this.#onEnd?.(why);
  }
}

function write(child: ChildProcess, kind: string, body: Uint8Array): void {
  const head = frameHead(kind, body.length);
  if (body.length < 65_536) child.stdin?.write(Buffer.concat([head, body]));
  else {
    child.stdin?.write(head);
    child.stdin?.write(body);
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function readFacts(value: PythonValue): InsideFacts | null {
  const facts = value as {
    readonly version?: unknown;
    readonly modules?: unknown;
    readonly zones?: unknown;
    readonly programs?: unknown;
  } | null;
  if (typeof facts?.version !== 'string') return null;
  return {
    version: facts.version,
    modules: Array.isArray(facts.modules) ? facts.modules.map(String) : [],
    hasZones: facts.zones === true,
    programs: Array.isArray(facts.programs) ? facts.programs.map(String) : [],
  };
}
