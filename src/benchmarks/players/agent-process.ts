import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { defineOptions, type JsonObject, option } from '../../core/index.js';
import { endOf, errorMessage, linkSignals, orAborted } from '../../core/internal.js';
import { LineReader } from './line-reader.js';
import { converse } from './step-protocol.js';
import type { PolicySource } from './subject.js';
import { SubjectFailure } from './subject-failure.js';

/** How {@link agentProcess} runs an agent. */
export interface AgentProcessOptions {
  /** A line for the shell, which runs with your rights. */
  readonly command: string;
  /** Seconds that it may take for a reply. Default 120. */
  readonly timeoutSeconds?: number;
  /** Where it runs. Default: the folder of this process. */
  readonly cwd?: string;
  /** Steps in one episode that it's told of; the run's `maxSteps` holds in any case. Default 20. */
  readonly maxSteps?: number;
}

const checkOptions = defineOptions<AgentProcessOptions>()('agentProcess', {
  command: option.required(option.string),
  timeoutSeconds: option.seconds,
  cwd: option.string,
  maxSteps: option.wholeNumber(1),
});

/** How long a program that has closed its output may take to end, before it counts as one that ran. */
const END_MILLISECONDS = 2_000;

/**
 * Runs the command with a watcher beside it, which ends their process group as soon as the other end of descriptor 3 is closed: so nothing
 * of an agent outlives this process, however it dies.
 */
const WATCHED =
  '{ read -r _ <&3; kill -s KILL 0; } </dev/null >/dev/null 2>&1 & exec 3<&-; exec /bin/sh -c "$1"';

/**
 * An agent in a process of its own, in any language. For each step it gets a line of JSON on its standard input, `{case_id, seed, task, instructions,
 * observation, step, max_steps, tools, transcript}`, and answers with a line: `{"tool": "…", "args": {…}}`, `{"calls": [{"tool": "…", "args": {…}}, …]}` for several
 * calls at once, or `{"answer": …}`. Any other line is taken as the answer. A program that ends after a reply is started again for the next step. These are the
 * messages of AgentSynth's external agents, with `case_id`, `seed`, `instructions` and `calls` more.
 *
 * Each trial has a process of its own. One that is silent too long, ends without a reply or writes a line without end has failed that trial, and says
 * so in the reason. A command that the shell doesn't find or may not run is an error of the trial.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function agentProcess(options: AgentProcessOptions): PolicySource {
  const settings = checkOptions(options);
  const { command } = settings;
  return {
    name: command,
    version: 'unknown',
    policyFor: (trial) => ({
      name: command,
      version: 'unknown',
      play: async (brief, actor) => {
        const agent = new AgentProcess(settings, brief.signal);
        try {
          await converse(agent, { brief, actor, trial, maxSteps: settings.maxSteps ?? 20 });
        } finally {
          agent.end();
        }
      },
    }),
  };
}

/** The process of one trial, or one after another where each ends after a reply. */
class AgentProcess {
  readonly #options: AgentProcessOptions;
  readonly #signal: AbortSignal | undefined;
  #child: ChildProcess | null = null;
  #lines: LineReader | null = null;
  #complaint = '';

  constructor(options: AgentProcessOptions, signal: AbortSignal | undefined) {
    this.#options = options;
    this.#signal = signal;
  }

  /** Sends a step and gives the line that comes back. */
  async ask(step: JsonObject): Promise<string> {
    const { timeoutSeconds = 120, command } = this.#options;
    const isFresh = this.#lines === null || this.#lines.isOver;
    const first = await this.#exchange(step, timeoutSeconds);
    // A program that answers once may have ended after the last step was sent to it.
    const line = first === null && !isFresh ? await this.#exchange(step, timeoutSeconds) : first;
    if (line === null) {
      const words = `The agent ended without a reply: ${command}${this.#complaint === '' ? '' : ` (${this.#complaint.trim()})`}`;
      throw (await this.#neverRan()) ? new Error(words) : new SubjectFailure(words);
    }
    return line;
  }

  /** Ends the process and what it started. */
  end(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    this.#lines = null;
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }

  /** Whether the shell could not run the command: it ends with 126 or 127 then. */
  async #neverRan(): Promise<boolean> {
    const child = this.#child;
    if (child === null || child.pid === undefined) return true;
    // The output of a program can end a moment before the program.
    if (child.exitCode === null && child.signalCode === null) {
      const limit = AbortSignal.timeout(END_MILLISECONDS);
      await once(child, 'exit', { signal: limit }).catch(() => undefined);
    }
    return child.exitCode === 126 || child.exitCode === 127;
  }

  async #exchange(step: JsonObject, timeoutSeconds: number): Promise<string | null> {
    if (this.#lines === null || this.#lines.isOver) this.#start();
    const [child, lines] = [this.#child, this.#lines];
    if (child === null || lines === null) return null;
    child.stdin?.write(`${JSON.stringify(step)}\n`);
    const timeout = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1000));
    const linked = linkSignals(timeout, this.#signal);
    try {
      return await orAborted(lines.next(), linked.signal);
    } catch (error) {
      this.end();
      this.#signal?.throwIfAborted();
      if (timeout.aborted) {
        throw new SubjectFailure(
          `The agent sent nothing for ${timeoutSeconds} seconds: ${this.#options.command}`,
        );
      }
      throw error;
    } finally {
      linked.release();
    }
  }

  #start(): void {
    this.end();
    const { command, cwd } = this.#options;
    const options = cwd === undefined ? {} : { cwd };
    const child =
      process.platform === 'win32'
        ? spawn(command, { ...options, shell: true })
        : spawn('/bin/sh', ['-c', WATCHED, 'sh', command], {
            ...options,
            stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
            detached: true,
          });
    this.#complaint = '';
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      this.#complaint = errorMessage(error);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = endOf(this.#complaint + text, 500);
    });
    this.#child = child;
    this.#lines = new LineReader(child.stdout);
  }
}
