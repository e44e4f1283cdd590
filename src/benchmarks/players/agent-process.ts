import { type ChildProcess, spawn } from 'node:child_process';
import { defineOptions, isJsonObject, type Json, type JsonObject, option } from '../../core/index.js';
import { endOf, errorMessage, linkSignals, orAborted } from '../../core/internal.js';
import type { Actor, TaskBrief } from '../../environments/index.js';
import { isDict, type PythonValue, parseWritten, writtenText } from '../bfcl/python-value.js';
import type { PredictedCall } from '../cases/expected-call.js';
import { LineReader } from './line-reader.js';
import type { PolicySource, TrialBrief } from './subject.js';

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

/** Characters of the transcript that each step repeats, the newest. */
const TRANSCRIPT_CHARACTERS = 4_000;
/** Calls that one reply may make. */
const MOST_CALLS = 64;
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
 * Each trial has a process of its own. One that is silent too long, or ends without a reply, is an error of the trial.
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

interface Conversation {
  readonly brief: TaskBrief;
  readonly actor: Actor;
  readonly trial: TrialBrief;
  readonly maxSteps: number;
}

async function converse(agent: AgentProcess, { brief, actor, trial, maxSteps }: Conversation): Promise<void> {
  let observation = '';
  let transcript = '';
  for (let step = 1; ; step++) {
    const line = await agent.ask({
      case_id: trial.caseId,
      seed: trial.seed,
      task: brief.prompt,
      ...(brief.instructions === undefined ? {} : { instructions: brief.instructions }),
      observation,
      step,
      max_steps: maxSteps,
      tools: brief.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
      transcript,
    });
    const reply = readReply(line, trial.work === null);
    if ('answer' in reply) {
      actor.answer(reply.answer);
      return;
    }
    const observations = await actor.callAll(reply.calls);
    observation = observations.map(({ content }) => content).join('\n');
    for (const [index, call] of reply.calls.entries()) {
      const shown = `call ${call.tool}(${JSON.stringify(call.arguments)})\n-> ${observations[index]?.content ?? ''}\n`;
      transcript = endOf(transcript + shown, TRANSCRIPT_CHARACTERS);
    }
  }
}

type Reply = { readonly answer: Json } | { readonly calls: readonly PredictedCall[] };

function readReply(line: string, keepsText: boolean): Reply {
  let reply: Json;
  let written: PythonValue = null;
  try {
    reply = JSON.parse(line) as Json;
    if (keepsText) written = parseWritten(line);
  } catch {
    return { answer: line.trim() };
  }
  if (!isJsonObject(reply)) return { answer: reply };
  if (reply.answer !== undefined) return { answer: reply.answer };
  const many = Array.isArray(reply.calls) ? (reply.calls as readonly Json[]) : null;
  const items = many ?? [reply];
  const texts = isDict(written) && Array.isArray(written.calls) ? written.calls : [written];
  const calls = items.slice(0, MOST_CALLS).flatMap((item, index) => callIn(item, texts[index]) ?? []);
  return calls.length === items.length || (many !== null && calls.length === MOST_CALLS)
    ? { calls }
    : { answer: reply };
}

function callIn(item: Json, written: PythonValue | undefined): PredictedCall | null {
  if (!isJsonObject(item)) return null;
  const tool = item.tool ?? item.tool_name;
  const given = item.args ?? item.arguments ?? {};
  if (typeof tool !== 'string') return null;
  if (!isJsonObject(given)) return { tool, arguments: {}, invalidArguments: JSON.stringify(given) };
  const text = isDict(written) ? (written.args ?? written.arguments) : undefined;
  return { tool, arguments: given, ...(text === undefined ? {} : { argumentsText: writtenText(text) }) };
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
      throw new Error(
        `The agent ended without a reply: ${command}${this.#complaint === '' ? '' : ` (${this.#complaint.trim()})`}`,
      );
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
      throw timeout.aborted
        ? new Error(`The agent sent nothing for ${timeoutSeconds} seconds: ${this.#options.command}`)
        : error;
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
