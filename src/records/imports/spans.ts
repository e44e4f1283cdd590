import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { objectOf, objectsOf, someText, textOrNull } from './read-value.js';

/** A span of a trace, whichever way it was written. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly name: string;
  /** Orders the spans: nanoseconds or another text or number that grows. */
  readonly start: string;
  readonly attributes: JsonObject;
  readonly events: readonly { readonly name: string; readonly attributes: JsonObject }[];
  readonly failed: boolean;
}

/**
 * The spans in a value: OTLP as JSON (`resourceSpans`), a list of spans, `{spans}`, or one span as an SDK prints it. Null where it's none of
 * these.
 */
export function spansIn(value: Json): readonly Span[] | null {
  if (Array.isArray(value)) {
    const lists = (value as readonly Json[]).map(spansIn);
    return lists.length > 0 && lists.every((list) => list !== null) ? lists.flat() : null;
  }
  if (!isJsonObject(value)) return null;
  const { resourceSpans, spans } = value;
  if (Array.isArray(resourceSpans)) {
    return objectsOf(resourceSpans).flatMap((resource) =>
      objectsOf(resource.scopeSpans ?? resource.instrumentationLibrarySpans).flatMap((scope) =>
        objectsOf(scope.spans).map((span) => spanOf(span)),
      ),
    );
  }
  if (Array.isArray(spans)) return objectsOf(spans).map((span) => spanOf(span));
  if ('attributes' in value && 'name' in value) return [spanOf(value)];
  // The attributes of one span.
  const isBare = Object.keys(value).some((name) => /^(?:gen_ai|llm|openinference|ai\.)/.test(name));
  return isBare ? [spanOf({ attributes: value })] : null;
}

function spanOf(span: JsonObject): Span {
  const context = objectOf(span.spanContext ?? span.context);
  const {
    status,
    startTimeUnixNano,
    start_time_unix_nano: legacyStart,
    startTime,
    start_time: printedStart,
  } = span;
  const { code, status_code: printedCode } = objectOf(status);
  return {
    traceId:
      someText(span.traceId) ??
      someText(context.traceId) ??
      someText(context.trace_id) ??
      someText(span.trace_id) ??
      '',
    spanId:
      someText(span.spanId) ??
      someText(context.spanId) ??
      someText(context.span_id) ??
      someText(span.span_id) ??
      '',
    name: textOrNull(span.name) ?? '',
    start: timeText(startTimeUnixNano ?? legacyStart ?? startTime ?? printedStart),
    attributes: attributesOf(span.attributes),
    events: objectsOf(span.events).map((event) => ({
      name: textOrNull(event.name) ?? '',
      attributes: attributesOf(event.attributes),
    })),
    failed: code === 2 || code === 'STATUS_CODE_ERROR' || code === 'ERROR' || printedCode === 'ERROR',
  };
}

/** Times that are compared as text: whole numbers with as many digits, dates as they are, `[seconds, nanoseconds]` as one number. */
function timeText(time: Json | undefined): string {
  if (Array.isArray(time)) {
    const [seconds, nanoseconds] = time as readonly Json[];
    return `${String(seconds).padStart(20, '0')}${String(nanoseconds).padStart(9, '0')}`;
  }
  if (typeof time === 'number') return String(time).padStart(29, '0');
  const text = typeof time === 'string' ? time : '';
  return /^\d+$/.test(text) ? text.padStart(29, '0') : text;
}

/** Attributes as one object: OTLP has a list of keys and typed values. */
function attributesOf(attributes: Json | undefined): JsonObject {
  if (!Array.isArray(attributes)) return objectOf(attributes);
  return Object.fromEntries(
    objectsOf(attributes).map(({ key, value }) => [textOrNull(key) ?? '', plainValue(value)]),
  );
}

/** A value of OTLP: its one member says its type. */
function plainValue(value: Json | undefined): Json {
  if (!isJsonObject(value)) return value ?? null;
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue, bytesValue } = value;
  if (intValue !== undefined) return typeof intValue === 'string' ? Number(intValue) : intValue;
  if (Array.isArray(objectOf(arrayValue).values))
    return objectsOf(objectOf(arrayValue).values).map(plainValue);
  if (isJsonObject(kvlistValue)) return attributesOf(kvlistValue.values);
  return stringValue ?? doubleValue ?? boolValue ?? bytesValue ?? null;
}

/** The members whose names begin with a prefix, as the tree that their dotted names stand for; a number is a place in a list. */
export function nested(attributes: JsonObject, prefix: string): JsonObject {
  const root: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith(prefix)) continue;
    const path = name.slice(prefix.length).split('.');
    let at = root;
    // Deeper names are no attributes of messages.
    if (path.length > 12) continue;
    for (const key of path.slice(0, -1)) {
      const next = at[key];
      if (isJsonObject(next)) at = next as Record<string, Json>;
      else {
        const made = Object.create(null) as Record<string, Json>;
        at[key] = made;
        at = made;
      }
    }
    at[path.at(-1) ?? ''] = value;
  }
  return root;
}

/** The members of an object whose names are places of a list, in their order. */
export function listed(value: Json | undefined): readonly JsonObject[] {
  return Object.entries(objectOf(value))
    .filter(([name]) => /^\d{1,9}$/.test(name))
    .sort(([one], [other]) => Number(one) - Number(other))
    .flatMap(([, member]) => (isJsonObject(member) ? [member] : []));
}

/** JSON that an attribute holds as text; the value itself where it's no text of JSON. */
export function jsonIn(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}
