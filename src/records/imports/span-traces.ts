import type { Json, JsonObject } from '../../core/index.js';
import { Losses } from './content-text.js';
import type { Conversation, UnusableRecord } from './conversation.js';
import { plainJson } from './exact-json.js';
import { loggedCall } from './logged-call.js';
import { someText, textOrNull } from './read-value.js';
import { RequestChains } from './request-chain.js';
import type { SessionFormat, SessionReader } from './session-format.js';
import { requestOf } from './span-messages.js';
import { jsonIn, type Span, spansIn } from './spans.js';

/** Spans with OpenTelemetry's attributes for generative AI, of any version, of OpenLLMetry and of the AI SDK. */
export const otelTraces: SessionFormat = {
  name: 'otel',
  description: 'spans of OpenTelemetry with gen_ai attributes',
  recognises: (value) => {
    const name = attributeNamed(
      value,
      /^(?:gen_ai\.|ai\.(?:prompt|response|toolCall|operationId)|traceloop\.)/,
    );
    return name === null ? null : `it has spans with ${name}`;
  },
  open: () => new SpanReader(),
  family: 'spans',
};

/** Spans with OpenInference's attributes. */
export const openInferenceTraces: SessionFormat = {
  name: 'openinference',
  description: 'spans of OpenInference',
  recognises: (value) => {
    const name = attributeNamed(value, /^(?:openinference\.span\.kind|llm\.(?:input|output)_messages\.)/);
    return name === null ? null : `it has spans with ${name}`;
  },
  open: () => new SpanReader(),
  family: 'spans',
};

function attributeNamed(value: Json, pattern: RegExp): string | null {
  for (const { attributes, events } of spansIn(value) ?? []) {
    const own = Object.keys(attributes).find((name) => pattern.test(name));
    const found = own ?? events.find(({ name }) => pattern.test(name))?.name;
    if (found !== undefined) return found;
  }
  return null;
}

/** Gathers spans by their trace. */
class SpanReader implements SessionReader {
  readonly #traces: Map<string, Map<string, Span>> = new Map();

  add(value: Json): string | null {
    const spans = spansIn(value);
    if (spans === null) return 'it holds no span';
    for (const span of spans) {
      const trace = this.#traces.get(span.traceId) ?? new Map<string, Span>();
      this.#traces.set(span.traceId, trace);
      // An exporter that tries again sends a span twice.
      trace.set(span.spanId === '' ? `unnamed ${trace.size}` : span.spanId, span);
    }
    return null;
  }

  end(): readonly (Conversation | UnusableRecord)[] {
    return [...this.#traces].flatMap(([id, spans]) => runsOf(id, [...spans.values()]));
  }
}

function runsOf(traceId: string, spans: readonly Span[]): readonly (Conversation | UnusableRecord)[] {
  const losses = new Losses();
  const chains = new RequestChains();
  const ordered = [...spans].sort((one, other) =>
    one.start < other.start ? -1 : one.start > other.start ? 1 : 0,
  );
  // What asked a model once for several requests repeats what they have.
  const requests = ordered.map((span) => requestOf(span, isOuter(span) ? new Losses() : losses));
  const hasInner = ordered.some((span, index) => requests[index] != null && !isOuter(span));
  for (const [index, span] of ordered.entries()) {
    const request = requests[index] ?? null;
    if (request !== null && !(hasInner && isOuter(span))) chains.addRequest(request);
    addExecution(span, chains);
  }
  const runs = chains.end({
    ...(traceId === '' ? {} : { sourceId: traceId }),
    metadata: metadataOf(spans),
    losses: losses.lines,
  });
  const named = traceId === '' ? 'the trace' : `the trace ${traceId}`;
  return runs.length > 0
    ? runs
    : [{ reason: `${named} has no messages: what models were sent and replied isn't in its spans` }];
}

/** Whether a span is of an agent or a whole call of a library, around the requests that it made. */
function isOuter({ name, attributes }: Span): boolean {
  const operation = attributes['gen_ai.operation.name'];
  const kind = attributes['openinference.span.kind'];
  if (operation === 'invoke_agent' || operation === 'create_agent' || operation === 'invoke_workflow')
    return true;
  if (kind === 'AGENT' || kind === 'CHAIN') return true;
  return /^ai\.(?:generateText|streamText|generateObject|streamObject)$/.test(
    String(attributes['ai.operationId'] ?? name),
  );
}

/** A span of a tool that ran. */
function addExecution(span: Span, chains: RequestChains): void {
  const { attributes, name, failed } = span;
  const isTool =
    attributes['gen_ai.operation.name'] === 'execute_tool' ||
    attributes['openinference.span.kind'] === 'TOOL' ||
    attributes['ai.operationId'] === 'ai.toolCall' ||
    attributes['traceloop.span.kind'] === 'tool';
  if (!isTool) return;
  const of = (...names: readonly string[]): Json | undefined =>
    names.map((each) => attributes[each]).find((value) => value !== undefined);
  const tool =
    someText(of('gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name')) ??
    name.replace(/^execute_tool /, '');
  const id = textOrNull(of('gen_ai.tool.call.id', 'ai.toolCall.id', 'tool.id', 'tool_call.id'));
  const given = of(
    'gen_ai.tool.call.arguments',
    'ai.toolCall.args',
    'tool.parameters',
    'input.value',
    'input',
    'traceloop.entity.input',
  );
  const result = of(
    'gen_ai.tool.call.result',
    'ai.toolCall.result',
    'output.value',
    'output',
    'traceloop.entity.output',
  );
  chains.addExecution({
    call: loggedCall({ id, tool }, given, plainJson(null)),
    content:
      result === undefined ? null : typeof result === 'string' ? textIn(result) : JSON.stringify(result),
    failed,
  });
}

/** A text that was written as JSON is read; anything else stays as it is. */
function textIn(result: string): string {
  const value = result.startsWith('"') ? jsonIn(result) : result;
  return typeof value === 'string' ? value : result;
}

function metadataOf(spans: readonly Span[]): JsonObject {
  const of = (name: string): string | undefined =>
    spans.map(({ attributes }) => someText(attributes[name])).find((value) => value !== undefined);
  const members = {
    session: of('gen_ai.conversation.id') ?? of('session.id'),
    agent: of('gen_ai.agent.name') ?? of('agent.name'),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
