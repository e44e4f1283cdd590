import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { aiSdkMessages } from './ai-sdk.js';
import { anthropicMessages } from './anthropic-messages.js';
import { Losses } from './content-text.js';
import type { Conversation, LoggedMessage, UnusableRecord } from './conversation.js';
import { plainJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { openAIChat } from './openai-chat.js';
import { openAIResponses } from './openai-responses.js';
import { objectOf, objectsOf, someText, tokens } from './read-value.js';
import { RequestChains } from './request-chain.js';
import type { SessionFormat, SessionReader } from './session-format.js';
import { jsonIn, type Span, spansIn } from './spans.js';

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

/** Traces and observations of Langfuse, as its API and its exports have them, or as its SDK sends them as spans. */
export const langfuseTraces: SessionFormat = {
  name: 'langfuse',
  description: 'traces and observations of Langfuse',
  recognises: (value) => {
    const { observations, type } = objectOf(value);
    if (objectsOf(observations).some(isObservation)) return 'it has observations of Langfuse';
    if (isJsonObject(value) && isObservation(value))
      return `it is an observation of the type ${String(type)}`;
    return (spansIn(value) ?? []).some(({ attributes }) => SPAN_TYPE in attributes)
      ? `it has spans with ${SPAN_TYPE}`
      : null;
  },
  open: () => new ObservationReader(),
};

/** What says of a span of Langfuse's SDK which observation it is. */
const SPAN_TYPE = 'langfuse.observation.type';

/** The observation that a span is. */
function observationOf({ spanId, name, start, attributes, failed }: Span): JsonObject {
  const of = (what: string): Json => attributes[`langfuse.observation.${what}`] ?? null;
  return {
    id: spanId,
    type: String(attributes[SPAN_TYPE]).toUpperCase(),
    name,
    startTime: start,
    input: of('input'),
    output: of('output'),
    metadata: of('metadata'),
    model: of('model.name'),
    usageDetails: jsonIn(of('usage_details')) ?? null,
    level: failed ? 'ERROR' : of('level'),
  };
}

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
    const spans = spansIn(value);
    if (spans !== null) {
      for (const span of spans) {
        const observations = this.#trace(span.traceId).observations;
        if (SPAN_TYPE in span.attributes) observations.push(observationOf(span));
      }
      return null;
    }
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
  const messages = Array.isArray(input) ? input : (objectOf(input).messages ?? objectOf(input).input);
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
  const items: JsonObject = {
    items: record.messages ?? [],
    ...(tools === undefined ? {} : { tools }),
  };
  const isItems = openAIResponses.recognises(items) !== null;
  const given = isItems ? items : record;
  const format = isItems
    ? openAIResponses
    : [aiSdkMessages, anthropicMessages, openAIChat].find((each) => each.recognises(record) !== null);
  const read = format?.decode(given, plainJson(given));
  if (read === undefined || 'reason' in read || !('messages' in read)) return null;
  for (const loss of read.losses) losses.add(loss);
  // All items of an output are one reply.
  const replies = repliesIn(output).length;
  const inputs = replyStart(read.messages, isItems ? Math.min(1, replies) : replies);
  const usage = objectOf(observation.usageDetails ?? observation.usage_details ?? observation.usage);
  const model = someText(observation.model);
  const counts = {
    inputTokens: tokens(usage.input ?? usage.input_tokens ?? usage.prompt_tokens),
    outputTokens: tokens(usage.output ?? usage.output_tokens ?? usage.completion_tokens),
  };
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
  if (Array.isArray(output)) {
    return (output as readonly Json[]).filter((each) => 'role' in objectOf(each) || isItem(objectOf(each)));
  }
  const { choices, role, content, message } = objectOf(output);
  if (isItem(objectOf(output))) return [output as Json];
  const [choice] = objectsOf(choices);
  if (choice !== undefined) return [{ role: 'assistant', ...objectOf(choice.message) }];
  if (isJsonObject(message)) return [{ role: 'assistant', ...message }];
  return role !== undefined || content !== undefined ? [{ role: 'assistant', ...objectOf(output) }] : [];
}

/** Whether a reply is an item of OpenAI's Responses. */
function isItem(reply: JsonObject): boolean {
  return openAIResponses.recognises([reply]) !== null;
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
