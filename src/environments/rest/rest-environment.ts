import { checkOptionNames, contentHash, type JsonObject } from '../../core/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import { MockServer } from './mock/mock-server.js';
import { MockWorld } from './mock/mock-world.js';
import type { MockContent } from './mock/seed-state.js';
import { readOperations } from './read-operations.js';
import { readSpec } from './read-spec.js';
import { restOptionError } from './rest-error.js';
import type { RestRequest } from './rest-request.js';
import { sampleRestArguments } from './sample-arguments.js';

/** Changes when the tools of {@link createRestEnvironment} answer differently, so that old records are not replayed by new rules. */
const REST_ENVIRONMENT_VERSION = 1;
const MAX_CHARS = 10_000;

/** What {@link createRestEnvironment} makes a world from. */
export interface RestEnvironmentOptions {
  /** snake_case; part of the identity. Default `rest`. */
  readonly name?: string;
  /** An OpenAPI 3.0 or 3.1 document: an object, JSON or YAML text, the path of a file, or an `http(s)` address. */
  readonly spec: JsonObject | string | URL;
  /** Makes each world a stateful server of its own, in memory, generated from the document. */
  readonly mock?: true | MockContent;
  /** Headers of every request, for example `authorization`. Their values are in no record. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters of every request, for keys that travel there. Their values are in no record. */
  readonly query?: Readonly<Record<string, string>>;
  /** Methods whose operations become tools, for example `['GET']`. Default GET, POST, PUT, PATCH and DELETE. */
  readonly methods?: readonly string[];
  /** Characters of an answer that the agent reads; `…` stands for what is cut off. Default 10,000. */
  readonly maxChars?: number;
}

/**
 * An environment whose tools are the operations of an OpenAPI document: one tool each, its arguments checked against the
 * document's schemas.
 *
 * @example
 * ```ts
 * import { createRestEnvironment, shopSpec } from 'mettle/environments';
 *
 * const environment = await createRestEnvironment({ spec: shopSpec, mock: true });
 * const world = await environment.open({ seed: 1 });
 * const created = await world.call('create_order', { user_id: 3 });
 * console.log(created.changes[0]?.name); // → orders/9
 * const refused = await world.call('ship_order', { order_id: 9 });
 * console.log(refused.observation.error?.type); // → http_409
 * await world.close();
 * ```
 * @throws {MettleError} `environments/invalid_openapi` or `environments/invalid_rest_option`, in one line.
 */
export async function createRestEnvironment(options: RestEnvironmentOptions): Promise<Environment> {
  checkOptionNames(options, ['name', 'spec', 'mock', 'headers', 'query', 'methods', 'maxChars'], {
    code: 'environments/invalid_rest_option',
    owner: 'createRestEnvironment',
  });
  const { name = 'rest', mock, methods, maxChars = MAX_CHARS } = options;
  if (mock === undefined) throw restOptionError('createRestEnvironment needs mock: true.');
  const given = givenParts(options);
  const { document } = await readSpec(options.spec);
  const operations = readOperations(document, {
    ...(methods === undefined ? {} : { methods }),
    given: { headers: new Set(given.headers.keys()), query: new Set(given.query.map(([key]) => key)) },
  });
  const byName = new Map(operations.map((operation) => [operation.tool.name, operation]));
  const content = mock === true ? {} : mock;
  const server = new MockServer(operations, content);
  const begin = seedStates(server);
  begin(0);
  const complete = (request: RestRequest): RestRequest => ({
    ...request,
    headers: new Map([...request.headers, ...given.headers]),
    query: [...request.query, ...given.query],
  });
  const world = { server, operations: byName, complete, maxChars };
  return defineEnvironment({
    name,
    version: REST_ENVIRONMENT_VERSION,
    tools: operations.map(({ tool }) => tool),
    identity: {
      document: contentHash(document),
      server: { counts: content.counts ?? null, initial: content.initial ?? null },
      given: [...given.headers.keys(), ...given.query.map(([key]) => `?${key}`)].sort(),
      maxChars,
    },
    begin: async ({ seed }) => new MockWorld(world, begin(seed)),
    sampleArguments: (tool, { prompt, seed }) => {
      const operation = byName.get(tool);
      if (operation === undefined) return null;
      return sampleRestArguments(operation, { prompt, seed }, { server, state: begin(seed) });
    },
  });
}

/** The states of the last seeds: many worlds of one environment begin with the same. */
function seedStates(server: MockServer): (seed: number) => ReturnType<MockServer['begin']> {
  const known = new Map<number, ReturnType<MockServer['begin']>>();
  return (seed) => {
    const state = known.get(seed) ?? server.begin(seed);
    known.set(seed, state);
    const [oldest] = known.keys();
    if (known.size > 16 && oldest !== undefined) known.delete(oldest);
    return state;
  };
}

function givenParts({ headers = {}, query = {} }: RestEnvironmentOptions): {
  readonly headers: ReadonlyMap<string, string>;
  readonly query: readonly (readonly [string, string])[];
} {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) {
      throw restOptionError(
        `headers: ${JSON.stringify(name)} is no header, or its value has characters that none can have.`,
      );
    }
  }
  return {
    headers: new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    query: Object.entries(query),
  };
}
