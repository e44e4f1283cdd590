import { environmentError } from '../error-codes.js';

/** What a world may reach: origins on the network, and sites that are served inside the process. */
export interface AllowedOrigins {
  /** As `URL.origin` writes them. */
  readonly all: ReadonlySet<string>;
  /** Whether a page at this URL is one that the world may show. */
  readonly allows: (url: string) => boolean;
}

/**
 * Reads an allow-list.
 * @throws {MettleError} `environments/invalid_origin` for what is no origin of http or https.
 */
export function readOrigins(origins: readonly string[], sites: readonly string[]): AllowedOrigins {
  const all = new Set([...origins.map(originOf), ...sites.map(siteOriginOf)]);
  return {
    all,
    allows: (url) => {
      const parsed = parseUrl(url);
      return parsed !== null && isWeb(parsed) && all.has(parsed.origin);
    },
  };
}

/** `host:port` with the port written out, as a tunnel is asked for. */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

function originOf(text: string): string {
  const url = parseUrl(text);
  if (url === null || !isWeb(url) || (text !== url.origin && text !== `${url.origin}/`)) {
    throw environmentError(
      'invalid_origin',
      `An origin is http://HOST or https://HOST, with a :PORT unless it is the default, and nothing after it; got ${JSON.stringify(text)}.`,
    );
  }
  return url.origin;
}

function siteOriginOf(text: string): string {
  const origin = originOf(text);
  if (!origin.startsWith('http:')) {
    throw environmentError('invalid_origin', `A site that Mettle serves has an http origin; got ${origin}.`);
  }
  return origin;
}

function isWeb({ protocol, username, password }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** A URL, or null for text that is none. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
