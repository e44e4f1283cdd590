import type { Json, JsonObject } from '../../core/index.js';
import type { FileTree } from '../../filesystem/index.js';
import type { FileTreeCheckpoint } from '../../filesystem/internal.js';
import type { ModelMessage } from '../../models/index.js';
import type { AgentStopReason } from '../agent-event.js';
import type { Exchange } from '../agent-result.js';
import { type BranchStep, type SessionStep, type SessionSteps, subagentPath } from './session-steps.js';

type KeptStep = Extract<SessionStep, { kind: 'step' }>;

/** What a {@link SessionAgent} begins with. */
interface SessionAgentParts {
  readonly path: string;
  readonly task: string;
  readonly files: FileTree;
  readonly steps: SessionSteps;
}

/** What the loop of an agent says of a step. */
export interface LoopStep {
  readonly messages: readonly ModelMessage[];
  readonly exchange: Exchange | null;
  readonly model: string | null;
}

/** One agent of a session: what is kept of it, and of the subagents that it started. */
export class SessionAgent {
  readonly path: string;
  readonly task: string;
  /** What `spawn_subagents` answered for it; null while it's at work. */
  answer: JsonObject | null = null;
  /** The text that an earlier process ended with, if it didn't say so any more; else null. */
  given: string | null = null;
  /** Every subagent that was started and not discarded, by its handle. */
  readonly subagents: Map<string, SessionAgent> = new Map();
  /** Subagents that were ever started: handles count on. */
  started = 0;
  readonly #steps: SessionSteps;
  #files: FileTree;
  #saved: FileTreeCheckpoint;
  #messages: ModelMessage[] = [];
  #branchSteps: BranchStep[] = [];
  #inputsFile: KeptStep['inputs_file'] = null;
  /** Subagents that began after the last step. */
  #sinceStep: SessionAgent[] = [];
  /** Those of a call that was under way when the agent was stopped. */
  #interrupted: SessionAgent[] = [];
  #saving: Promise<void> = Promise.resolve();

  constructor({ path, task, files, steps }: SessionAgentParts) {
    this.path = path;
    this.task = task;
    this.#files = files;
    this.#saved = files.checkpoint();
    this.#steps = steps;
  }

  /** The files as they are; those that a sandbox works on while the agent runs. */
  get files(): FileTree {
    return this.#files;
  }

  /** What is kept of the conversation. */
  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** Subagents that haven't ended. */
  atWork(): readonly SessionAgent[] {
    return [...this.subagents.values()].filter(({ answer }) => answer === null);
  }

  /** Keeps what came since the last step. Nothing is written where nothing did. */
  save({ messages, exchange, model }: LoopStep): Promise<void> {
    return this.#inTurn(async () => {
      const added = messages.slice(this.#messages.length);
      const changed = this.#delta();
      const branches = this.#branchSteps.splice(0);
      if (added.length === 0 && changed === null && branches.length === 0 && exchange === null) return;
      const files = changed?.delta ?? null;
      const inputs_file = this.#inputsFile;
      const about = { agent: this.path, exchange, model, branches, inputs_file, files };
      await this.#append({ kind: 'step', messages: added, ...about });
      this.#inputsFile = null;
      this.#messages = [...messages];
      this.#sinceStep = [];
      if (changed !== null) this.#saved = changed.at;
    });
  }

  /** Keeps that a subagent begins, on a branch that was just forked. */
  async forked(
    handle: string,
    { task, files }: { readonly task: string; readonly files: FileTree },
  ): Promise<SessionAgent> {
    const subagent = this.addSubagent(handle, { task, files });
    await this.#append({ kind: 'fork', agent: this.path, handle, task });
    return subagent;
  }

  /** Adds a subagent whose branch left from what is kept of this agent's files. */
  addSubagent(
    handle: string,
    { task, files }: { readonly task: string; readonly files: FileTree },
  ): SessionAgent {
    const path = subagentPath(this.path, handle);
    const subagent = new SessionAgent({ path, task, files, steps: this.#steps });
    subagent.#saved = this.#saved;
    this.subagents.set(handle, subagent);
    this.#sinceStep.push(subagent);
    this.started = Math.max(this.started, Number(handle.replace(/^\D+/, '')) + 1);
    return subagent;
  }

  /** Keeps what a subagent came to. */
  async ended(handle: string, answer: JsonObject): Promise<void> {
    const subagent = this.subagents.get(handle);
    if (subagent === undefined) return;
    await subagent.save({ messages: subagent.messages, exchange: null, model: null });
    subagent.answer = answer;
    await this.#append({ kind: 'ended', agent: this.path, handle, answer });
  }

  /** Notes what was done to a branch: it is kept with the next step. */
  note(step: BranchStep): void {
    this.#branchSteps.push(step);
    if ('discard' in step) this.subagents.delete(step.discard);
  }

  /** Keeps how a call of the agent itself ended. */
  async end(stopReason: AgentStopReason, answer: Json): Promise<void> {
    await this.#append({ kind: 'end', stop_reason: stopReason, answer });
  }

  /** Takes over a step that an earlier process kept. */
  async replay({ messages, exchange, branches, files, inputs_file: inputs }: KeptStep): Promise<void> {
    if (inputs !== null) this.#files.setAside(inputs.name, inputs.text);
    this.#sinceStep = [];
    for (const step of branches) {
      if ('discard' in step) this.subagents.delete(step.discard);
      else {
        const branch = this.subagents.get(step.merge)?.files;
        const paths = step.paths === null ? {} : { paths: step.paths };
        if (branch !== undefined) await this.#files.merge(branch, { ...paths, force: step.force });
      }
    }
    if (files !== null) this.#files.applyDelta(files);
    this.#saved = this.#files.checkpoint();
    this.#messages.push(...messages);
    this.given = exchange?.response?.finishReason === 'stop' ? textOf(messages.at(-1)) : null;
  }

  /** Says that the file of the agent's inputs was written just now. */
  noteInputs(name: string): void {
    this.#inputsFile = { name, text: this.#files.readText(name) };
    this.#saved = this.#files.checkpoint();
  }

  /** Goes back to the last step: files that changed since are as they were, and subagents that began since are taken again. */
  resume(): void {
    this.#files.rollback(this.#saved);
    this.#interrupted = [...this.#sinceStep];
  }

  /** Takes a subagent of a call that was under way when the process ended, by its task; undefined where there is none. */
  takeInterrupted(task: string): SessionAgent | undefined {
    const index = this.#interrupted.findIndex((subagent) => subagent.task === task);
    return index < 0 ? undefined : this.#interrupted.splice(index, 1)[0];
  }

  #delta() {
    const delta = this.#files.deltaSince(this.#saved);
    const { changed, removed, journal } = delta;
    if (changed.length === 0 && removed.length === 0 && journal.length === 0) return null;
    return { delta, at: this.#files.checkpoint() };
  }

  #append(step: SessionStep): Promise<void> {
    return this.#steps.append(step as unknown as JsonObject);
  }

  /** One step after another: what is kept of each begins where the one before ended. */
  #inTurn(save: () => Promise<void>): Promise<void> {
    const saved = this.#saving.then(save);
    this.#saving = saved.catch(() => undefined);
    return saved;
  }
}

/** What an assistant's message says; null where it calls tools. */
function textOf(message: ModelMessage | undefined): string | null {
  if (message?.role !== 'assistant') return null;
  if (typeof message.content === 'string') return message.content;
  const parts = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return message.content.some(({ type }) => type === 'tool-call') ? null : parts.join('');
}
