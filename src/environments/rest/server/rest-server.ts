import type { JsonObject } from '../../../core/index.js';
import { quoted } from '../../../core/internal.js';
import { environmentError } from '../../error-codes.js';
import { restOptionError } from '../rest-error.js';

/** A server that was started for one world. */
export interface RestServer {
  /** Its address: operations lie below it. */
  readonly baseUrl: string | URL;
  /** Ends it. */
  readonly close: () => Promise<void>;
}

/** Starts a server for one world. */
export type OpenRestServer = (options: {
  readonly seed: number;
  readonly signal: AbortSignal | undefined;
}) => Promise<RestServer>;

/** A call that makes a server what it was at the start. */
export interface ResetCall {
  /** The operation, which is then no tool. */
  readonly tool: string;
  readonly arguments?: JsonObject;
}

/** An address that requests may go below. */
export function checkedBaseUrl(baseUrl: string | URL): URL {
  const text = String(baseUrl);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw restOptionError(`baseUrl is an http or https address; got ${quoted(text, 200)}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw restOptionError(
      'baseUrl holds a name or password; pass them in headers, which are never recorded.',
    );
  }
  if (url.search !== '' || url.hash !== '')
    throw restOptionError('baseUrl has a query or a fragment; pass the address without them.');
  return url;
}

/** The first server of an OpenAPI document; relative ones are below the address that it was fetched from. */
export function serverOfDocument(document: JsonObject, address: URL | null): URL | null {
  const { servers } = document;
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof first !== 'object' || first === null || !('url' in first) || typeof first.url !== 'string')
    return null;
  const variables = 'variables' in first ? first.variables : undefined;
  const url = first.url.replaceAll(
    /\{([^{}]+)\}/g,
    (whole, name: string) => defaultOf(variables, name) ?? whole,
  );
  if (address !== null && URL.canParse(url, address.href)) return checkedBaseUrl(new URL(url, address));
  return URL.canParse(url) ? checkedBaseUrl(url) : null;
}

function defaultOf(variables: unknown, name: string): string | undefined {
  if (typeof variables !== 'object' || variables === null || !Object.hasOwn(variables, name))
    return undefined;
  const variable: unknown = (variables as Record<string, unknown>)[name];
  const value: unknown =
    typeof variable === 'object' && variable !== null && 'default' in variable ? variable.default : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Hands one server from world to world: opening a world takes it from the world before. */
export class SharedServer {
  #owner = 0;

  /** Takes the server; the result throws once another world took it. */
  take(): () => void {
    const own = ++this.#owner;
    return () => {
      if (own === this.#owner) return;
      throw environmentError(
        'world_broken',
        'The server was reset for another world. One server serves one world at a time; openServer gives each its own.',
      );
    };
  }
}
