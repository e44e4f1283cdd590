import { contentHash, type Json, type JsonObject } from '../../core/index.js';
import { defineEnvironment } from '../define-environment.js';
import type { Environment } from '../environment.js';
import type { LeftOut } from '../left-out.js';
import type { EnvironmentDefinition, WorldBody } from '../world-body.js';
import { MockServer } from './mock/mock-server.js';
import { escapeKey, type MockState } from './mock/mock-state.js';
import { MockWorld } from './mock/mock-world.js';
import { operationsOf, readApiDocument } from './read-operations.js';
import { type ReadSpec, readSpec } from './read-spec.js';
import { restOptionError } from './rest-error.js';
import type { RestOperation } from './rest-operation.js';
import {
  checkRestOptions,
  completing,
  type GivenParts,
  givenParts,
  type RestEnvironmentOptions,
  signed,
} from './rest-options.js';
import { sampleRestArguments } from './sample-arguments.js';
import { checkReadState } from './server/read-facts.js';
import { RestClient, secretsOf } from './server/rest-client.js';
import { checkedBaseUrl, type OpenRestServer, SharedServer, serverOfDocument } from './server/rest-server.js';
import { ServerWorld } from './server/server-world.js';
import { shopSpec } from './shop-spec.js';

/** An environment made from an OpenAPI document. */
export interface RestEnvironment extends Environment {
  /** What the document has and the environment can't use: operations, paths, webhooks, and resources that begin empty. */
  readonly leftOut: readonly LeftOut[];
}

/** Changes when the tools of {@link createRestEnvironment} answer differently, so that old records are not replayed by new rules. */
const REST_ENVIRONMENT_VERSION = 2;
/** The same for mock servers alone. Those of the shop answer as they did before it was counted, and their records replay. */
const MOCK_RULES = 3;
const MAX_CHARS = 10_000;
const MAX_BYTES = 4_000_000;
const TIMEOUT_SECONDS = 15;

/**
 * An environment whose tools are the operations of an OpenAPI document, one tool each, its arguments checked against the
 * document's schemas. They run against a mock server generated from the document, in memory, or against a real one.
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
 * @throws {MettleError} `environments/invalid_openapi` or `core/invalid_option`, in one line.
 */
export async function createRestEnvironment(options: RestEnvironmentOptions): Promise<RestEnvironment> {
  checkRestOptions(options);
  const given = givenParts(options);
  const spec = await readSpec(options.spec);
  const names = { headers: new Set(given.headers.keys()), query: new Set(given.query.map(([key]) => key)) };
  const { operations: all, leftOut } = readApiDocument(spec.document, names);
  const { methods, reset } = options;
  const offered = operationsOf(all, methods).filter(({ tool }) => tool.name !== reset?.tool);
  const operations = new Map(all.map((operation) => [operation.tool.name, operation]));
  const document = contentHash(spec.document);
  const parts: EnvironmentParts = { options, spec, document, given, operations };
  const {
    identity,
    empty = [],
    ...definition
  } = options.mock === undefined ? serverDefinition(parts) : mockDefinition(parts);
  const { name = 'rest', maxChars = MAX_CHARS } = options;
  const environment = defineEnvironment({
    ...definition,
    name,
    version: REST_ENVIRONMENT_VERSION,
    tools: offered.map(({ tool }) => tool),
    identity: {
      document,
      given: [...given.headers.keys(), ...given.query.map(([key]) => `?${key}`)].sort(),
      maxChars,
      ...identity,
    },
    maxContentChars: maxChars,
  });
  return { ...environment, leftOut: [...leftOut, ...empty] };
}

interface EnvironmentParts {
  readonly options: RestEnvironmentOptions;
  readonly spec: ReadSpec;
  /** The identity of the document. */
  readonly document: string;
  readonly given: GivenParts;
  /** All of the document by name, also those that are no tools. */
  readonly operations: ReadonlyMap<string, RestOperation>;
}

type PartialDefinition = Omit<EnvironmentDefinition, 'name' | 'version' | 'tools' | 'identity'> & {
  readonly identity: JsonObject;
  /** Resources of which the mock server can make no object. */
  readonly empty?: readonly LeftOut[];
};

function mockDefinition({ options, document, given, operations }: EnvironmentParts): PartialDefinition {
  const { mock } = options;
  const content = mock === true || mock === undefined ? {} : mock;
  // Resources are seen in all operations, also where agents may only read.
  const server = new MockServer([...operations.values()], content);
  const begin = seedStates(server);
  // What can't be generated is said now and not at the first episode.
  const { counts, facts } = begin(0);
  const filled = new Set([...facts.keys()].map((name) => name.slice(0, name.indexOf('/'))));
  const empty = [...counts].filter(([name, count]) => count > 0 && !filled.has(escapeKey(name)));
  // Arguments hold no credentials: unless the user gives headers or a query, even none, the world signs its requests itself.
  const signs = options.headers === undefined && options.query === undefined;
  const isSigned = signs && [...operations.values()].some(({ security }) => security.length > 0);
  const isShop = document === contentHash(shopSpec);
  const world = { server, operations, complete: signs ? signed : completing(given) };
  return {
    empty: empty.map(([name]) => ({
      name: `resource ${name}`,
      reason: 'No object can be generated from its schema, so it begins empty. Give objects in mock.initial.',
    })),
    identity: {
      ...(isSigned && { signed: true }),
      ...(!isShop && { rules: MOCK_RULES }),
      mock: { counts: (content.counts ?? null) as Json, initial: (content.initial ?? null) as Json },
    },
    begin: async ({ seed }) => new MockWorld(world, begin(seed)),
    sampleArguments: (tool, { prompt, seed }) => {
      const operation = operations.get(tool);
      if (operation === undefined) return null;
      return sampleRestArguments(operation, { prompt, seed }, { ...world, state: begin(seed) });
    },
  };
}

/** The states of the last seeds: many worlds of one environment begin with the same. */
function seedStates(server: MockServer): (seed: number) => MockState {
  const known = new Map<number, MockState>();
  return (seed) => {
    const state = known.get(seed) ?? server.begin(seed);
    known.set(seed, state);
    const [oldest] = known.keys();
    if (known.size > 16 && oldest !== undefined) known.delete(oldest);
    return state;
  };
}

function serverDefinition({ options, spec, given, operations }: EnvironmentParts): PartialDefinition {
  const { openServer, readState, reset, timeoutSeconds = TIMEOUT_SECONDS, maxBytes = MAX_BYTES } = options;
  if (readState !== undefined) checkReadState(readState, operations);
  if (reset !== undefined && !operations.has(reset.tool)) {
    throw restOptionError(`reset: ${JSON.stringify(reset.tool)} is not an operation of the document.`);
  }
  const baseUrl = openServer === undefined ? addressOf(options, spec) : undefined;
  const open: OpenRestServer =
    openServer ?? (async () => ({ baseUrl: baseUrl ?? '', close: async () => undefined }));
  const shared = reset === undefined ? null : new SharedServer();
  const secrets = secretsOf([...given.headers.values(), ...given.query.map(([, value]) => value)]);
  const complete = completing(given);
  return {
    identity: {
      server: baseUrl?.href ?? null,
      reset: { ...reset },
      readState:
        readState === undefined
          ? null
          : Object.fromEntries(Object.entries(readState).map(([name, read]) => [name, { ...read }])),
      maxBytes,
    },
    cannotFork: 'a server that runs on its own can not be copied',
    ...(openServer === undefined &&
      reset === undefined && {
        cannotReplay:
          'the server keeps what earlier episodes did; name the operation that resets it in reset, or start one for each world in openServer',
      }),
    begin: async ({ seed, signal }): Promise<WorldBody> => {
      const server = await open({ seed, signal });
      const world = new ServerWorld({
        client: new RestClient({
          baseUrl: checkedBaseUrl(server.baseUrl),
          timeoutSeconds,
          maxBytes,
          secrets,
        }),
        operations,
        complete,
        readState,
        checkOwned: shared?.take() ?? (() => undefined),
        close: server.close,
      });
      try {
        if (reset !== undefined) await world.prepare(reset.tool, reset.arguments ?? {}, signal);
        return world;
      } catch (error) {
        await world.close();
        throw error;
      }
    },
    sampleArguments: (tool, sample) => {
      const operation = operations.get(tool);
      return operation === undefined ? null : sampleRestArguments(operation, sample, null);
    },
  };
}

function addressOf({ baseUrl }: RestEnvironmentOptions, { document, address }: ReadSpec): URL {
  if (baseUrl !== undefined) return checkedBaseUrl(baseUrl);
  const found = serverOfDocument(document, address);
  if (found !== null) return found;
  throw restOptionError('The OpenAPI document names no server. Give baseUrl or openServer, or mock: true.');
}
