import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import type { RestOperation } from '../rest-operation.js';
import { sampleValue } from '../sample/sample-value.js';
import { definitionsOf, objectShape, typesOf } from '../schema-shape.js';
import type { ListPage } from './list-query.js';
import type { MockEffect } from './mock-resource.js';
import { itemSchemaOf, responseOf, successResponse } from './response-schema.js';

/** What the mock server answers. */
export interface MockResponse {
  readonly status: number;
  /** Undefined where the answer has no body. */
  readonly body: Json | undefined;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
};

/** The answer of a request that failed: a problem (RFC 9457), or what the operation declares for the status. */
export function problemResponse(
  operation: RestOperation | null,
  status: number,
  detail: string,
): MockResponse {
  const title = TITLES[status] ?? 'Error';
  const problem: JsonObject = { type: 'about:blank', title, status, detail };
  const schema = operation === null ? null : (responseOf(operation, status)?.schema ?? null);
  if (schema === null || meetsSchema(schema, problem)) return { status, body: problem };
  const random = new RandomStream(status, 'rest/mock/problem');
  const member = (name: string, own: JsonObject): Json | undefined => {
    const types = typesOf(own, definitionsOf(schema));
    if (types.has('string') && /message|detail|error|description|reason|title/i.test(name)) return detail;
    return types.has('integer') && /code|status/i.test(name) ? status : undefined;
  };
  const declared = sampleValue(schema, { random, optional: 0, member });
  return { status, body: declared ?? problem };
}

/** The answer of a request that succeeded with one object, or none. */
export function objectResponse(
  operation: RestOperation,
  effect: MockEffect,
  object: JsonObject | undefined,
  random: RandomStream,
): MockResponse {
  const { status, schema } = success(operation, effect);
  if (schema === null || status === 204 || status === 205) return { status, body: undefined };
  if (object === undefined) return answered(operation, status, sampleValue(schema, { random }));
  const item = itemSchemaOf(schema);
  if (item === null || item.envelope === null || item.isList)
    return answered(operation, status, fitted(schema, object, random));
  const inner = fitted(item.schema, object, random);
  const body = inner === undefined ? undefined : fitted(schema, { [item.envelope]: inner }, random);
  return answered(operation, status, body);
}

/** The answer of a list. */
export function listResponse(operation: RestOperation, page: ListPage, random: RandomStream): MockResponse {
  const { status, schema } = success(operation, 'list');
  const item = schema === null ? null : itemSchemaOf(schema);
  if (schema === null || item === null) return { status, body: page.items };
  const items = page.items.slice(0, item.maxItems).map((object) => fitted(item.schema, object, random));
  const all = items.filter((each) => each !== undefined);
  if (all.length < items.length) return answered(operation, status, undefined);
  const { envelope } = item;
  if (envelope === null) return answered(operation, status, meetsSchema(schema, all) ? all : undefined);
  const members = { ...pageMembers(schema, page, all.length), [envelope]: all };
  return answered(operation, status, fitted(schema, members, random));
}

/** A value that a schema allows: with these members, as far as it knows them, and what else it asks for drawn. */
function fitted(schema: JsonObject, members: JsonObject, random: RandomStream): Json | undefined {
  if (meetsSchema(schema, members)) return members;
  const properties = objectShape(schema, definitionsOf(schema))?.properties;
  const known = Object.fromEntries(
    Object.entries(members).filter(([name]) => properties?.has(name) === true),
  );
  if (meetsSchema(schema, known)) return known;
  const member = (name: string, _: JsonObject, path: readonly string[]): Json | undefined =>
    path.length === 0 && Object.hasOwn(known, name) ? known[name] : undefined;
  const drawn = sampleValue(schema, { random, optional: 0, member });
  const whole = isJsonObject(drawn) ? { ...drawn, ...known } : undefined;
  return whole !== undefined && meetsSchema(schema, whole) ? whole : drawn;
}

/** What an answer says of its page, as far as that fits. */
function pageMembers(schema: JsonObject, page: ListPage, count: number): JsonObject {
  const definitions = definitionsOf(schema);
  const members = [...(objectShape(schema, definitions)?.properties ?? [])].flatMap(
    ([name, member]): [string, Json][] => {
      const value = pageMember(name, page, count);
      return value !== undefined && meetsSchema({ ...member, $defs: definitions }, value)
        ? [[name, value]]
        : [];
    },
  );
  return Object.fromEntries(members);
}

function pageMember(name: string, { total, limit, offset }: ListPage, count: number): Json | undefined {
  if (/^total|_total$|^count$/i.test(name))
    return /pages/i.test(name) ? Math.ceil(total / Math.max(limit, 1)) : total;
  if (/^(?:limit|page_?size|per_?page|size)$/i.test(name)) return limit;
  if (/^offset$/i.test(name)) return offset;
  if (/^page$/i.test(name)) return Math.floor(offset / Math.max(limit, 1)) + 1;
  if (/^has_?(?:more|next)/i.test(name)) return offset + count < total;
  return /^(?:next|prev|previous)/i.test(name) ? null : undefined;
}

/** The status and the schema that a success has. */
function success(
  operation: RestOperation,
  effect: MockEffect,
): { readonly status: number; readonly schema: JsonObject | null } {
  const declared = successResponse(operation);
  const usual = effect === 'create' ? 201 : 200;
  return {
    status: /^\d{3}$/.test(declared?.status ?? '') ? Number(declared?.status) : usual,
    schema: declared?.schema ?? null,
  };
}

function answered(operation: RestOperation, status: number, body: Json | undefined): MockResponse {
  if (body !== undefined) return { status, body };
  const detail = `The mock server finds no answer that the response schema of ${operation.tool.name} allows.`;
  return { status: 500, body: { type: 'about:blank', title: TITLES[500] ?? '', status: 500, detail } };
}
