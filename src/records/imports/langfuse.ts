import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { aiSdkMessages } from './ai-sdk.js';
import { anthropicMessages } from './anthropic-messages.js';
import { Losses } from './content-text.js';
import type { Conversation, LoggedMessage, UnusableRecord } from './conversation.js';
import { type ExactJson, plainJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { openAIChat } from './openai-chat.js';
import { openAIResponses } from './openai-responses.js';
import { objectOf, objectsOf, someText, tokens } from './read-value.js';
import { RequestChains } from './request-chain.js';
import type { SessionFormat, SessionReader } from './session-format.js';
import { jsonIn } from './spans.js';

const TYPES = new Set([
  ...[
    'GENERATION',
    'SPAN',
    'EVENT',
    'AGENT',
    'TOOL',
    'CHAIN',
    'RETRIEVER',
    'EVALUATOR',
    'EMBEDDING',
    'GUARDRAIL',
  ],
]);

/** Traces and observations of Langfuse, as its API and its exports have them. */
export const langfuseTraces: SessionFormat = {
  name: 'langfuse',
  description: 'traces and observations of Langfuse',
  recognises: (value) => {
    const { observations, type } = objectOf(value);
    if (objectsOf(observations).some(isObservation)) return 'it has observations of Langfuse';
    return isJsonObject(value) && isObservation(value)
      ? `it is an observation of the type ${String(type)}`
      : null;
  },
  open: () => new ObservationReader(),
};

function isObservation(value: JsonObject): boolean {
  const { type, traceId, trace_id: exported } = value;
  return (
    TYPES.has(String(type)) &&
    (traceId !== undefined || exported !== undefined || 'startTime' in value || 'start_time' in value)
  );
}

class ObservationReader implements SessionReader {
  readonly #traces: Map<string, { about: JsonObject; observations: JsonObject[] }> = new Map();

  add(value: Json): string | null {
    if (!isJsonObject(value)) return 'it is not an object';
    if (Array.isArray(value.observations)) {
      const trace = this.#trace(someText(value.id) ?? '');
      trace.about = value;
      trace.observations.push(...objectsOf(value.observations));
    } else if (isObservation(value)) {
      this.#trace(someText(value.traceId) ?? someText(value.trace_id) ?? '').observations.push(value);
    } else return 'it is no observation';
    return null;
  }

  end(): readonly (Conversation | UnusableRecord)[] {
    return [...this.#traces].flatMap(([id, { about, observations }]) => runsOf(id, about, observations));
  }

  #trace(id: string): { about: JsonObject; observations: JsonObject[] } {
    const known = this.#traces.get(id) ?? { about: {}, observations: [] };
    this.#traces.set(id, known);
    return known;
  }
}

function runsOf(
  traceId: string,
  about: JsonObject,
  observations: readonly JsonObject[],
): readonly (Conversation | UnusableRecord)[] {
  const losses = new Losses();
  const chains = new RequestChains();
  const startOf = ({ startTime, start_time: exported }: JsonObject): string =>
    someText(startTime) ?? someText(exported) ?? '';
  const ordered = [...observations].sort((one, other) =>
    startOf(one) < startOf(other) ? -1 : startOf(one) > startOf(other) ? 1 : 0,
  );
  for (const observation of ordered) {
    const { type, input, output, name, level } = observation;
    if (type === 'GENERATION') {
      const request = requestOf(observation, losses);
      if (request === null) losses.add('a generation without messages');
      else chains.addRequest(request);
    } else if (type === 'TOOL') {
      const shown = output ?? null;
      chains.addExecution({
        call: loggedCall(
          { id: callIdOf(observation), tool: someText(name) ?? '' },
          jsonIn(input) ?? {},
          plainJson(null),
        ),
        content: shown === null ? null : typeof shown === 'string' ? shown : JSON.stringify(shown),
        failed: level === 'ERROR',
      });
    }
  }
  const scores = objectsOf(about.scores).map((score) => ({
    name: score.name ?? null,
    value: score.value ?? null,
  }));
  const runs = chains.end({
    ...(traceId === '' ? {} : { sourceId: traceId }),
    metadata: {
      ...(someText(about.name) === undefined ? {} : { name: about.name ?? null }),
      ...(someText(about.sessionId) === undefined ? {} : { session: about.sessionId ?? null }),
      // What somebody else judged is a claim, no outcome.
      ...(scores.length === 0 ? {} : { scores }),
    },
    losses: losses.lines,
  });
  return runs.length > 0 ? runs : [{ reason: `the trace ${traceId} has no generation with messages` }];
}

function callIdOf({ metadata }: JsonObject): string | null {
  const { tool_call_id: id, toolCallId: camel } = objectOf(jsonIn(metadata) ?? null);
  return someText(id) ?? someText(camel) ?? null;
}

/** A generation's messages: in whichever form its service has. */
function requestOf(
  observation: JsonObject,
  losses: Losses,
): Parameters<RequestChains['addRequest']>[0] | null {
  const input = jsonIn(observation.input);
  const output = jsonIn(observation.output);
  const messages = Array.isArray(input) ? input : objectOf(input).messages;
  const sent: Json = Array.isArray(messages)
    ? (messages as readonly Json[])
    : typeof input === 'string'
      ? [{ role: 'user', content: input }]
      : [];
  const { tools, system } = objectOf(input);
  const record: JsonObject = {
    messages: [...(sent as readonly Json[]), ...repliesIn(output)],
    ...(tools === undefined ? {} : { tools }),
    ...(system === undefined ? {} : { system }),
  };
  const exact: ExactJson = plainJson(record);
  const format = [aiSdkMessages, anthropicMessages, openAIChat, openAIResponses].find(
    (each) => each.recognises(record) !== null,
  );
  const read = format?.decode(record, exact);
  if (read === undefined || 'reason' in read || !('messages' in read)) return null;
  for (const loss of read.losses) losses.add(loss);
  const inputs = replyStart(read.messages, repliesIn(output).length);
  const usage = objectOf(observation.usageDetails ?? observation.usage_details ?? observation.usage);
  const model = someText(observation.model);
  const counts = { inputTokens: tokens(usage.input), outputTokens: tokens(usage.output) };
  const about = {
    ...(model === undefined ? {} : { model }),
    usage: Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined)),
  };
  return {
    input: read.messages.slice(0, inputs),
    output: read.messages
      .slice(inputs)
      .map((message) => (message.role === 'assistant' ? { ...message, ...about } : message)),
    tools: read.tools,
  };
}

/** The replies in an output: a message, a list of them, a response of the service, or text. */
function repliesIn(output: Json | undefined): readonly Json[] {
  if (typeof output === 'string') return output === '' ? [] : [{ role: 'assistant', content: output }];
  if (Array.isArray(output)) return (output as readonly Json[]).filter((each) => 'role' in objectOf(each));
  const { choices, role, content, message } = objectOf(output);
  const [choice] = objectsOf(choices);
  if (choice !== undefined) return [{ role: 'assistant', ...objectOf(choice.message) }];
  if (isJsonObject(message)) return [{ role: 'assistant', ...message }];
  return role !== undefined || content !== undefined ? [{ role: 'assistant', ...objectOf(output) }] : [];
}

/** Where the replies of the output begin among all messages. */
function replyStart(messages: readonly LoggedMessage[], replies: number): number {
  let left = replies;
  for (let at = messages.length; at > 0; at -= 1) {
    if (left === 0) return at;
    if (messages[at - 1]?.role === 'assistant') left -= 1;
  }
  return left === 0 ? 0 : messages.length;
}
