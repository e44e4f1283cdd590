import { STATUS_CODES } from 'node:http';
import { isJsonObject, type Json, type JsonObject, RandomStream } from '../../../core/index.js';
import { meetsSchema } from '../known-validators.js';
import type { RestOperation } from '../rest-operation.js';
import { sampleValue } from '../sample/sample-value.js';
import { definitionsOf, objectShape, standingAlone, typesOf } from '../schema-shape.js';
import type { ListPage } from './list-query.js';
import { itemSchemaOf, responseOf, successResponse } from './response-schema.js';

/** What the mock server answers. */
export interface MockResponse {
  readonly status: number;
  /** Undefined where the answer has no body. */
  readonly body: Json | undefined;
}

/** What RFC 9110 calls otherwise than Node. */
const TITLES: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };

/** The answer of a request that failed: a problem (RFC 9457), or what the operation declares for the status. */
export function problemResponse(
  operation: RestOperation | null,
  status: number,
  detail: string,
): MockResponse {
  const title = TITLES[status] ?? STATUS_CODES[status] ?? 'Error';
  const problem: JsonObject = { type: 'about:blank', title, status, detail };
  const schema = operation === null ? null : (responseOf(operation, status)?.schema ?? null);
  if (schema === null || meetsSchema(schema, problem)) return { status, body: problem };
  const random = new RandomStream(status, 'rest/mock/problem');
  const member = (name: string, own: JsonObject): Json | undefined => {
    const types = typesOf(own, definitionsOf(schema));
    if (types.has('string') && /message|detail|error|description|reason|title/i.test(name)) return detail;
    return types.has('integer') && /code|status/i.test(name) ? status : undefined;
  };
  return { status, body: sampleValue(schema, { random, optional: 0, member }) ?? problem };
}

/** The answer of a success: with an object, in the envelope that is declared, else drawn from the declared schema. */
export function objectResponse(
  operation: RestOperation,
  usual: number,
  object: JsonObject | undefined,
  random: RandomStream,
): MockResponse {
  const { status, schema } = success(operation, usual);
  if (schema === null || status === 204 || status === 205) return { status, body: undefined };
  if (object === undefined) return answered(operation, status, sampleValue(schema, { random }));
  const item = itemSchemaOf(schema);
  if (item === null || item.envelope === null || item.isList)
    return answered(operation, status, fitted(schema, object, random));
  const inner = fitted(item.schema, object, random);
  return answered(operation, status, inner && fitted(schema, { [item.envelope]: inner }, random));
}

/** The answer of a list. */
export function listResponse(operation: RestOperation, page: ListPage, random: RandomStream): MockResponse {
  const { status, schema } = success(operation, 200);
  const item = schema === null ? null : itemSchemaOf(schema);
  if (schema === null || item === null) return { status, body: page.items };
  const items = page.items.slice(0, item.maxItems);
  const all = items.flatMap((object) => fitted(item.schema, object, random) ?? []);
  if (all.length < items.length) return answered(operation, status, undefined);
  if (item.envelope === null) return answered(operation, status, meetsSchema(schema, all) ? all : undefined);
  const members = { ...pageMembers(schema, page, all.length), [item.envelope]: all };
  return answered(operation, status, fitted(schema, members, random));
}

/** A value that a schema allows: with these members, as far as it knows them, and what else it asks for drawn. */
function fitted(schema: JsonObject, members: JsonObject, random: RandomStream): Json | undefined {
  if (meetsSchema(schema, members)) return members;
  const properties = objectShape(schema, definitionsOf(schema))?.properties;
  const known = Object.fromEntries(Object.entries(members).filter(([name]) => properties?.has(name)));
  if (meetsSchema(schema, known)) return known;
  const member = (name: string, _: JsonObject, path: readonly string[]): Json | undefined =>
    path.length === 0 && Object.hasOwn(known, name) ? known[name] : undefined;
  const drawn = sampleValue(schema, { random, optional: 0, member });
  const whole = isJsonObject(drawn) ? { ...drawn, ...known } : undefined;
  return whole !== undefined && meetsSchema(schema, whole) ? whole : drawn;
}

/** What an answer says of its page, as far as that fits. */
function pageMembers(schema: JsonObject, { total, limit, offset }: ListPage, count: number): JsonObject {
  const definitions = definitionsOf(schema);
  const known: readonly (readonly [RegExp, Json])[] = [
    [/^total_?pages$/i, Math.ceil(total / Math.max(limit, 1))],
    [/^total|_total$|^count$/i, total],
    [/^(?:limit|page_?size|per_?page|size)$/i, limit],
    [/^offset$/i, offset],
    [/^page$/i, Math.floor(offset / Math.max(limit, 1)) + 1],
    [/^has_?(?:more|next)/i, offset + count < total],
    [/^(?:next|prev|previous)/i, null],
  ];
  const members = [...(objectShape(schema, definitions)?.properties ?? [])];
  return Object.fromEntries(
    members.flatMap(([name, member]) => {
      const value = known.find(([pattern]) => pattern.test(name))?.[1];
      const isFit = value !== undefined && meetsSchema(standingAlone(member, definitions), value);
      return isFit ? [[name, value]] : [];
    }),
  );
}

/** The status and the schema that a success has. */
function success(
  operation: RestOperation,
  usual: number,
): { readonly status: number; readonly schema: JsonObject | null } {
  const { status = '', schema = null } = successResponse(operation) ?? {};
  return { status: /^\d{3}$/.test(status) ? Number(status) : usual, schema };
}

function answered(operation: RestOperation, status: number, body: Json | undefined): MockResponse {
  if (body !== undefined) return { status, body };
  const detail = `The mock server finds no answer that the response schema of ${operation.tool.name} allows.`;
  return problemResponse(null, 500, detail);
}
