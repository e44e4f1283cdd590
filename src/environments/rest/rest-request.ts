import type { Json, JsonObject } from '../../core/index.js';
import { type Pair, writePairs, writeText } from './parameter-text.js';
import type { BodyEncoding, RestOperation } from './rest-operation.js';

/** A request, not bound to a server. */
export interface RestRequest {
  readonly method: string;
  /** Escaped, below the base address: `/orders/7`. */
  readonly path: string;
  readonly query: readonly Pair[];
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly cookies: readonly Pair[];
  /** Undefined where the request has no body. */
  readonly body:
    | { readonly value: Json; readonly encoding: BodyEncoding; readonly mediaType: string }
    | undefined;
}

/** A request, or in words why there is none. */
export type BuiltRequest =
  | { readonly ok: true; readonly request: RestRequest }
  | { readonly ok: false; readonly reason: string };

/**
 * The request of a tool call whose arguments fit the tool's schema. What would lead to another path than the
 * operation's, or to a second header, is refused.
 */
export function buildRequest(operation: RestOperation, argumentValues: JsonObject): BuiltRequest {
  const query: Pair[] = [...operation.fixedQuery];
  const cookies: Pair[] = [];
  const headers = new Map<string, string>();
  let { path } = operation;
  for (const parameter of operation.parameters) {
    const value = own(argumentValues, parameter.argument);
    if (value === undefined) continue;
    if (parameter.in === 'query') query.push(...writePairs(parameter, value));
    else if (parameter.in === 'cookie') cookies.push(...writePairs(parameter, value));
    else if (parameter.in === 'header') {
      const text = writeText(parameter, value, (part) => part);
      if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(text)) {
        return {
          ok: false,
          reason: `arguments.${parameter.argument} holds characters that a header can't carry`,
        };
      }
      headers.set(parameter.name.toLowerCase(), text);
    } else {
      const text = writeText(parameter, value, escapeSegment);
      if (text === '') return { ok: false, reason: `arguments.${parameter.argument} must not be empty` };
      path = path.replaceAll(`{${parameter.name}}`, () => text);
    }
  }
  const dotted = path.split('/').find((segment) => segment === '.' || segment === '..');
  if (dotted !== undefined) {
    return {
      ok: false,
      reason: `an argument makes the path segment ${dotted}, which would lead to another path`,
    };
  }
  return {
    ok: true,
    request: {
      method: operation.method,
      path,
      query,
      headers,
      cookies,
      body: bodyOf(operation, argumentValues),
    },
  };
}

function bodyOf({ body }: RestOperation, argumentValues: JsonObject): RestRequest['body'] {
  if (body === null) return undefined;
  const { encoding, mediaType, members } = body;
  if (members === null) {
    const value = own(argumentValues, body.argument);
    return value === undefined ? undefined : { value, encoding, mediaType };
  }
  const given = [...members].flatMap(([argument, member]): [string, Json][] => {
    const value = own(argumentValues, argument);
    return value === undefined ? [] : [[member, value]];
  });
  if (given.length === 0 && !body.required) return undefined;
  return { value: Object.fromEntries(given), encoding, mediaType };
}

/** A value as one segment of a path: no character of it can end the segment. */
function escapeSegment(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
}

function own(values: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
