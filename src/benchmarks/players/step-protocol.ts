import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { endOf } from '../../core/internal.js';
import type { Actor, TaskBrief } from '../../environments/index.js';
import { isDict, type PythonValue, parseWritten, writtenText } from '../bfcl/python-value.js';
import type { PredictedCall } from '../cases/expected-call.js';
import type { TrialBrief } from './subject.js';

/** Characters of the transcript that each step repeats, the newest. */
const TRANSCRIPT_CHARACTERS = 4_000;
/** Calls that one reply may make. */
const MOST_CALLS = 64;

/** Whom a policy asks: for each step it gives a line of JSON. */
export interface StepAgent {
  /** @throws {SubjectFailure} what is the agent's own failure. */
  ask(step: JsonObject): Promise<string>;
}

/** One episode with an agent. */
export interface Conversation {
  readonly brief: TaskBrief;
  readonly actor: Actor;
  readonly trial: TrialBrief;
  readonly maxSteps: number;
}

/**
 * Plays an episode by the step protocol: each step is told to the agent, and its reply done.
 * @throws as `ask`.
 */
export async function converse(
  agent: StepAgent,
  { brief, actor, trial, maxSteps }: Conversation,
): Promise<void> {
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
