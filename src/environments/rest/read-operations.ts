import { isJsonObject, type Json, type JsonObject, MettleError, schemaValidator } from '../../core/index.js';
import { quoted, visibleText } from '../../core/internal.js';
import type { ToolDefinition } from '../../records/index.js';
import { SchemaConverter, shortText, withDefinitions } from './convert-schema.js';
import { resolved } from './document.js';
import { isJsonType } from './media-type.js';
import { snakeCase, UniqueNames } from './operation-names.js';
import { readBody } from './read-body.js';
import { readParameters } from './read-parameters.js';
import { readSecurity } from './read-security.js';
import { specError } from './rest-error.js';
import type { RestBody, RestOperation, RestParameter, RestResponse } from './rest-operation.js';

/** Methods that become tools unless others are asked for. */
const USUAL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const METHODS = [...USUAL_METHODS, 'HEAD', 'OPTIONS', 'TRACE'];
const MAX_OPERATIONS = 5_000;
/** Extensions of OpenAPI that say what an operation does to the mock server's resource. */
const SET = 'x-mettle-set';
const WHEN = 'x-mettle-when';

/** What the user gives apart from arguments: names of headers, lower case, and of query parameters. */
export interface GivenNames {
  readonly headers: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
}

/**
 * The operations of an OpenAPI 3.0 or 3.1 document, of all methods, each as a tool.
 * @param given - headers and query parameters that every request has: they become no arguments.
 * @throws {MettleError} `environments/invalid_openapi`, naming the operation.
 */
export function readOperations(
  document: JsonObject,
  given: GivenNames = { headers: new Set(), query: new Set() },
): readonly RestOperation[] {
  checkVersion(document);
  if (!isJsonObject(document.paths)) throw specError('The OpenAPI document has no paths.');
  const reader = new OperationReader(document, given);
  const operations: RestOperation[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    if (path.startsWith('x-')) continue;
    const [plainPath = '', fixed = ''] = path.split(/\?(.*)/s, 2);
    checkPath(plainPath);
    const pathItem = resolved(document, item, `The path ${path}`);
    for (const [key, value] of Object.entries(pathItem)) {
      const method = key.toUpperCase();
      if (!METHODS.includes(method)) continue;
      const operation = reader.read(
        method,
        plainPath,
        resolved(document, value, `${method} ${path}`),
        pathItem,
      );
      operations.push({ ...operation, fixedQuery: [...new URLSearchParams(fixed)] });
      if (operations.length > MAX_OPERATIONS) {
        throw specError(`The OpenAPI document has more than ${MAX_OPERATIONS} operations.`);
      }
    }
  }
  return operations;
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
    const place = `${method} ${path}`;
    try {
      return this.#read(method, path, operation, pathItem);
    } catch (error) {
      if (!MettleError.isInstance(error) || error.message.startsWith(place)) throw error;
      throw specError(`${place}: ${error.message}`, error);
    }
  }

  #read(method: string, path: string, operation: JsonObject, pathItem: JsonObject): RestOperation {
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
      : `it is Swagger ${JSON.stringify(swagger)}: convert it first`;
  throw specError(`An OpenAPI document of version 3.0 or 3.1 is needed; ${found}.`);
}

function checkPath(path: string): void {
  const isPlain = /^\/[^#\\\s]*$/.test(path) && visibleText(path) === path;
  if (isPlain && !path.split('/').some((part) => part === '.' || part === '..')) return;
  throw specError(
    `The path ${quoted(path, 200)} has to begin with / and hold no spaces, #, \\ or dots as a segment.`,
  );
}
