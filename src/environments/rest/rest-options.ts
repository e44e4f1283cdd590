import type { JsonObject } from '../../core/index.js';
import { defineOptions, type OptionKinds, option } from '../../core/index.js';
import type { MockContent } from './mock/seed-state.js';
import { restOptionError } from './rest-error.js';
import type { RestOperation } from './rest-operation.js';
import type { RestRequest } from './rest-request.js';
import type { ReadStateCall } from './server/read-facts.js';
import type { OpenRestServer, ResetCall } from './server/rest-server.js';

/** What `createRestEnvironment` makes a world from. One of `mock`, `baseUrl` and `openServer`, or none for the document's first server. */
export interface RestEnvironmentOptions {
  /** snake_case; part of the identity. Default `rest`. */
  readonly name?: string;
  /** An OpenAPI 3.0 or 3.1 or a Swagger 2.0 document: an object, JSON or YAML text, the path of a file, or an `http(s)` address. */
  readonly spec: JsonObject | string | URL;
  /** Makes each world a stateful server of its own, in memory, generated from the document. */
  readonly mock?: true | MockContent;
  /** The address of a real server, which all worlds share. No request goes to another origin. */
  readonly baseUrl?: string | URL;
  /** Starts a real server for each world. Its worlds are equal where the seed makes the servers equal. */
  readonly openServer?: OpenRestServer;
  /**
   * Headers of every request, for example `authorization`. Their values are in no record. A mock without `headers` and
   * `query` signs requests itself; with `{}` it answers 401 where the document asks for credentials.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters of every request, for keys that travel there. Their values are in no record. */
  readonly query?: Readonly<Record<string, string>>;
  /** Methods whose operations become tools, for example `['GET']`. Default GET, POST, PUT, PATCH and DELETE. */
  readonly methods?: readonly string[];
  /** With `baseUrl`: the operation that makes the server what it was, called before each episode. */
  readonly reset?: ResetCall;
  /** With a real server: facts by name and the GET that reads them, after each call. Default: facts `calls/N`, one for each call that may change something. */
  readonly readState?: Readonly<Record<string, ReadStateCall>>;
  /** Seconds of one request to a real server, its answer included. Default 15. */
  readonly timeoutSeconds?: number;
  /** Bytes of a real server's answer. Default 4,000,000. */
  readonly maxBytes?: number;
  /** Characters of an answer that the agent reads; what is beyond is cut off and said to be. Default 10,000. */
  readonly maxChars?: number;
}

/** The kinds of {@link RestEnvironmentOptions}. */
export const REST_OPTIONS: OptionKinds<RestEnvironmentOptions> = {
  name: option.string,
  spec: option.required(option.any),
  mock: option.either(option.oneOf([true]), option.object),
  baseUrl: option.any,
  openServer: option.callback,
  headers: option.record,
  query: option.record,
  methods: option.list(option.string),
  reset: option.object,
  readState: option.record,
  timeoutSeconds: option.positive,
  maxBytes: option.wholeNumber(1),
  maxChars: option.wholeNumber(1),
};

const checkRestEnvironmentOptions = defineOptions<RestEnvironmentOptions>()(
  'createRestEnvironment',
  REST_OPTIONS,
);

/** Refuses options that do not exist, do not fit each other, or are no numbers. */
export function checkRestOptions(options: RestEnvironmentOptions): void {
  checkRestEnvironmentOptions(options);
  const servers = ['mock', 'baseUrl', 'openServer'].filter((name) => Object.hasOwn(options, name));
  if (servers.length > 1) throw restOptionError(`Give one of ${servers.join(' and ')}, not both.`);
  for (const name of ['reset', 'readState', 'timeoutSeconds', 'maxBytes'] as const) {
    if (options.mock !== undefined && options[name] !== undefined) {
      throw restOptionError(`${name} is for a real server; mock needs none.`);
    }
  }
  if (options.openServer !== undefined && options.reset !== undefined) {
    throw restOptionError('reset is for a server that worlds share; openServer starts one for each.');
  }
}

/** What the user gives to every request. */
export interface GivenParts {
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly query: readonly (readonly [string, string])[];
}

/** The user's headers and query parameters, checked. */
export function givenParts({ headers = {}, query = {} }: RestEnvironmentOptions): GivenParts {
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

/** Adds the given parts to requests, over what arguments say. */
export function completing(given: GivenParts): (request: RestRequest) => RestRequest {
  return (request) => ({
    ...request,
    headers: new Map([...request.headers, ...given.headers]),
    query: [...request.query, ...given.query],
  });
}

/** A request with placeholders for the credentials that its operation asks for first. */
export function signed(request: RestRequest, { security }: RestOperation): RestRequest {
  const [needs = []] = security;
  const headers = new Map(request.headers);
  const query = [...request.query];
  const cookies = [...request.cookies];
  for (const { in: place, name, scheme } of needs) {
    if (place === 'header') headers.set(name.toLowerCase(), scheme === null ? 'mock' : `${scheme} mock`);
    else (place === 'query' ? query : cookies).push([name, 'mock']);
  }
  return { ...request, headers, query, cookies };
}
