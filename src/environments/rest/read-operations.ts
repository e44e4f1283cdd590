import { isJsonObject, type Json, type JsonObject, MettleError, schemaValidator } from '../../core/index.js';
import { quoted, visibleText } from '../../core/internal.js';
import type { ToolDefinition } from '../../records/index.js';
import type { LeftOut } from '../left-out.js';
import { SchemaConverter, shortText, withDefinitions } from './convert-schema.js';
import { resolved } from './document.js';
import { isJsonType } from './media-type.js';
import { snakeCase, UniqueNames } from './operation-names.js';
import { readBody } from './read-body.js';
import { readParameters } from './read-parameters.js';
import { readSecurity } from './read-security.js';
import { specError } from './rest-error.js';
import type { RestBody, RestOperation, RestParameter, RestResponse } from './rest-operation.js';
import { upgradedSwagger } from './upgrade-swagger.js';

/** Methods that become tools unless others are asked for. */
const USUAL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const METHODS = [...USUAL_METHODS, 'HEAD', 'OPTIONS', 'TRACE'];
const MAX_OPERATIONS = 5_000;
/** Extensions of OpenAPI that say what an operation does to the mock server's resource. */
const SET = 'x-mettle-set';
const WHEN = 'x-mettle-when';

/** The operations of an OpenAPI document, and the parts that can't be used. */
export interface ApiDocument {
  readonly operations: readonly RestOperation[];
  readonly leftOut: readonly LeftOut[];
}

/** What the user gives apart from arguments: names of headers, lower case, and of query parameters. */
export interface GivenNames {
  readonly headers: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
}

/**
 * The operations of an OpenAPI 3.0 or 3.1 or Swagger 2.0 document, of all methods, each as a tool. An operation that
 * can't be read is left out by name; the others stay.
 * @param given - headers and query parameters that every request has: they become no arguments.
 * @throws {MettleError} `environments/invalid_openapi` for a document that has no operation that can be used.
 */
export function readApiDocument(
  given: JsonObject,
  names: GivenNames = { headers: new Set(), query: new Set() },
): ApiDocument {
  const document = given.swagger === undefined ? given : upgradedSwagger(given);
  checkVersion(document);
  const { paths = {}, webhooks = {} } = document;
  if (!isJsonObject(paths)) throw specError('The OpenAPI document has no paths.');
  const reader = new OperationReader(document, names);
  const operations: RestOperation[] = [];
  const leftOut: LeftOut[] = [];
  const attempt = (name: string, read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (!MettleError.isInstance(error)) throw error;
      leftOut.push({ name, reason: error.message });
    }
  };
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    const [plainPath = '', fixed = ''] = path.split(/\?(.*)/s, 2);
    attempt(quotedName(path), () => {
      checkPath(plainPath);
      const pathItem = resolved(document, item, `The path ${path}`);
      for (const [key, value] of Object.entries(pathItem)) {
        const method = key.toUpperCase();
        if (!METHODS.includes(method)) continue;
        attempt(quotedName(`${method} ${path}`), () => {
          const source = resolved(document, value, `${method} ${path}`);
          const operation = reader.read(method, plainPath, source, pathItem);
          operations.push({ ...operation, fixedQuery: [...new URLSearchParams(fixed)] });
        });
      }
    });
    if (operations.length + leftOut.length > MAX_OPERATIONS) {
      throw specError(`The OpenAPI document has more than ${MAX_OPERATIONS} operations.`);
    }
  }
  for (const name of Object.keys(isJsonObject(webhooks) ? webhooks : {})) {
    leftOut.push({
      name: quotedName(`webhook ${name}`),
      reason: 'Webhooks are called by the server, not by a client.',
    });
  }
  if (operations.length > 0) return { operations, leftOut };
  const [first] = leftOut;
  const why = first === undefined ? '' : ` ${first.name}: ${first.reason}`;
  throw specError(`The OpenAPI document has no operation that can be used.${why}`);
}

/** The operations of {@link readApiDocument}. */
export function readOperations(document: JsonObject, names?: GivenNames): readonly RestOperation[] {
  return readApiDocument(document, names).operations;
}

/** A name of the document for a person to read: one bounded line without hidden characters. */
function quotedName(name: string): string {
  return shortText(name, 200);
}

/**
 * The operations of some methods, which become tools.
 * @throws {MettleError} `environments/invalid_openapi` where there is none.
 */
export function operationsOf(
  operations: readonly RestOperation[],
  methods: readonly string[] = USUAL_METHODS,
): readonly RestOperation[] {
  const wanted = methods.map((method) => method.toUpperCase());
  const found = operations.filter(({ method }) => wanted.includes(method));
  if (found.length > 0) return found;
  throw specError(`The OpenAPI document has no operation of the methods ${wanted.join(', ')}.`);
}

/** Reads operations one by one, with what they share. */
class OperationReader {
  readonly #document: JsonObject;
  readonly #given: GivenNames;
  readonly #names = new UniqueNames();
  readonly #requests: SchemaConverter;
  readonly #responses: SchemaConverter;

  constructor(document: JsonObject, given: GivenNames) {
    this.#document = document;
    this.#given = given;
    this.#requests = new SchemaConverter(document, 'request');
    this.#responses = new SchemaConverter(document, 'response');
  }

  read(method: string, path: string, operation: JsonObject, pathItem: JsonObject): RestOperation {
    const { operationId } = operation;
    const fallback = snakeCase(`${method} ${path}`);
    const name = this.#names.give(
      typeof operationId === 'string' && operationId !== '' ? snakeCase(operationId) : fallback,
    );
    const names = new UniqueNames();
    const shared = { document: this.#document, converter: this.#requests, names };
    const parameters = readParameters({ ...shared, path, operation, pathItem, given: this.#given });
    const body = readBody({ ...shared, operation });
    return {
      tool: {
        name,
        description: describe(operation, method, path),
        parameters: this.#arguments(parameters, body),
      },
      method,
      path,
      fixedQuery: [],
      parameters,
      body,
      responses: this.#readResponses(operation),
      security: readSecurity(this.#document, operation),
      sets: isJsonObject(operation[SET]) ? operation[SET] : {},
      when: isJsonObject(operation[WHEN]) ? operation[WHEN] : {},
    };
  }

  #arguments(parameters: readonly RestParameter[], body: RestBody | null): ToolDefinition['parameters'] {
    const properties: Record<string, Json> = {};
    const required: string[] = [];
    for (const parameter of parameters) {
      properties[parameter.argument] = bare(parameter.schema);
      if (parameter.required) required.push(parameter.argument);
    }
    const together = body === null ? {} : bodyArguments(body, properties, required);
    const schema: JsonObject = {
      type: 'object',
      properties,
      ...(required.length === 0 ? {} : { required }),
      ...together,
      additionalProperties: false,
    };
    const complete = withDefinitions(schema, this.#requests.definitions(schema));
    schemaValidator(complete);
    return complete;
  }

  #readResponses(operation: JsonObject): readonly RestResponse[] {
    const { responses } = operation;
    if (!isJsonObject(responses)) return [];
    return Object.entries(responses)
      .filter(([status]) => /^(?:[1-5](?:\d\d|XX)|default)$/.test(status))
      .map(([status, value]) => {
        const { content } = resolved(this.#document, value, `The response ${status}`);
        const entry = Object.entries(isJsonObject(content) ? content : {}).find(([type]) => isJsonType(type));
        const media = entry?.[1];
        const schema = isJsonObject(media) && media.schema !== undefined ? media.schema : null;
        return { status, schema: schema === null ? null : this.#responses.convert(schema) };
      });
  }
}

/** Names that a tool spends on saying which member needs which; a large body is said otherwise. */
const MOST_DEPENDENCIES = 2000;

function bodyArguments(body: RestBody, properties: Record<string, Json>, required: string[]): JsonObject {
  if (body.members === null) {
    properties[body.argument] = bare(body.schema);
    if (body.required) required.push(body.argument);
    return {};
  }
  const needed: string[] = [];
  const shape = body.memberSchemas;
  for (const [argument, member] of body.members) {
    properties[argument] = shape.get(member)?.schema ?? {};
    if (shape.get(member)?.required === true) needed.push(argument);
  }
  if (body.required) required.push(...needed);
  else if (needed.length > 0) {
    // A body that may be left out: with any member of it, all that it requires are needed.
    const members = [...body.members.keys()];
    return members.length * needed.length <= MOST_DEPENDENCIES
      ? { dependentRequired: Object.fromEntries(members.map((name) => [name, needed])) }
      : {
          anyOf: [
            { required: needed },
            { properties: Object.fromEntries(members.map((name) => [name, false])) },
          ],
        };
  }
  return {};
}

function bare(schema: JsonObject): JsonObject {
  const { $defs: _, ...rest } = schema;
  return rest;
}

function describe(operation: JsonObject, method: string, path: string): string {
  const texts = [operation.summary, operation.description]
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .map((text) => shortText(text, 600));
  const said = [...new Set(texts)].map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`));
  return [...said, `${method} ${path}`].join(' ');
}

function checkVersion(document: JsonObject): void {
  const { openapi, swagger } = document;
  if (typeof openapi === 'string' && /^3\.[01](?:\.|$)/.test(openapi)) return;
  const found =
    swagger === undefined
      ? openapi === undefined
        ? 'it has no member openapi'
        : `it is version ${JSON.stringify(openapi)}`
      : `it is Swagger ${JSON.stringify(swagger)}`;
  throw specError(`An OpenAPI document of version 3.0 or 3.1, or Swagger 2.0, is needed; ${found}.`);
}

function checkPath(path: string): void {
  const isPlain = /^\/[^#\\\s]*$/.test(path) && visibleText(path) === path;
  if (isPlain && !path.split('/').some((part) => part === '.' || part === '..')) return;
  throw specError(
    `The path ${quoted(path, 200)} has to begin with / and hold no spaces, #, \\ or dots as a segment.`,
  );
}
