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
  const declared = successResponse(operation);
  const status = statusOf(declared?.status, effect);
  const schema = declared?.schema ?? null;
  if (status === 204 || status === 205) return { status, body: undefined };
  if (schema === null) return { status, body: undefined };
  const body = object === undefined ? sampleValue(schema, { random }) : shaped(schema, object, random);
  return body === undefined ? noAnswer(operation) : { status, body };
}

/** The answer of a list. */
export function listResponse(operation: RestOperation, page: ListPage, random: RandomStream): MockResponse {
  const declared = successResponse(operation);
  const status = statusOf(declared?.status, 'list');
  const schema = declared?.schema ?? null;
  const item = schema === null ? null : itemSchemaOf(schema);
  if (schema === null || item === null) return { status, body: page.items };
  const items: Json[] = [];
  for (const object of page.items.slice(0, item.maxItems)) {
    const shape = picked(item.schema, object, random);
    if (shape === undefined) return noAnswer(operation);
    items.push(shape);
  }
  if (item.envelope === null)
    return meetsSchema(schema, items) ? { status, body: items } : noAnswer(operation);
  const body = enveloped(schema, item.envelope, items, page, random);
  return body === undefined ? noAnswer(operation) : { status, body };
}

function enveloped(
  schema: JsonObject,
  envelope: string,
  items: readonly Json[],
  page: ListPage,
  random: RandomStream,
): Json | undefined {
  const shape = objectShape(schema, definitionsOf(schema));
  const known: Record<string, Json> = {};
  for (const [name, member] of shape?.properties ?? []) {
    const value = name === envelope ? items : pageMember(name, page, items.length);
    if (value !== undefined && (name === envelope || fits(schema, member, value))) known[name] = value;
  }
  if (meetsSchema(schema, known)) return known;
  const filled = sampleValue(schema, {
    random,
    optional: 0,
    member: (name, _, path) => (path.length === 0 ? own(known, name) : undefined),
  });
  const body = isJsonObject(filled) ? { ...filled, ...known } : undefined;
  return body !== undefined && meetsSchema(schema, body) ? body : undefined;
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

function fits(root: JsonObject, member: JsonObject, value: Json): boolean {
  return meetsSchema({ ...member, $defs: definitionsOf(root) }, value);
}

/** An object as the answer's schema has it: in its envelope, without members it does not know, with those it asks for. */
function shaped(schema: JsonObject, object: JsonObject, random: RandomStream): Json | undefined {
  if (meetsSchema(schema, object)) {
    const item = itemSchemaOf(schema);
    if (item === null || item.envelope === null) return object;
  }
  const item = itemSchemaOf(schema);
  if (item !== null && item.envelope !== null && !item.isList) {
    const inner = picked(item.schema, object, random);
    const { envelope } = item;
    return sampleValue(schema, {
      random,
      optional: 0,
      member: (name, _, path) => (path.length === 0 && name === envelope ? inner : undefined),
    });
  }
  return picked(schema, object, random);
}

/** An object with the members that a schema knows, and what else it asks for drawn. */
function picked(schema: JsonObject, object: JsonObject, random: RandomStream): Json | undefined {
  if (meetsSchema(schema, object)) return object;
  const shape = objectShape(schema, definitionsOf(schema));
  const known = Object.fromEntries(
    Object.entries(object).filter(([name]) => shape?.properties.has(name) === true),
  );
  if (meetsSchema(schema, known)) return known;
  return sampleValue(schema, {
    random,
    optional: 0,
    member: (name, _, path) => (path.length === 0 ? own(known, name) : undefined),
  });
}

function noAnswer(operation: RestOperation): MockResponse {
  const detail = `The mock server finds no answer that the response schema of ${operation.tool.name} allows.`;
  return { status: 500, body: { type: 'about:blank', title: TITLES[500] ?? '', status: 500, detail } };
}

function statusOf(declared: string | undefined, effect: MockEffect): number {
  if (declared !== undefined && /^\d{3}$/.test(declared)) return Number(declared);
  if (effect === 'create') return 201;
  return 200;
}

function own(values: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
