import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from '../../core/index.js';

/** A request as the routes of a server see it. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** What the pattern of the route named, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts when the caller goes away before it has its answer, and when the server closes. */
  readonly signal: AbortSignal;
}

/** One event of a stream of server-sent events. Its data holds no line break. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** What a route answers: JSON, text, or a stream of events. */
export interface HttpAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string;
  readonly events?: AsyncIterable<ServerEvent>;
}

/** A method and a path such as `/:env/task`, and what answers it. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: (request: HttpRequest) => Promise<HttpAnswer> | HttpAnswer;
}

/** The answer to what can't be done, as FastAPI words it. */
export function httpProblem(status: number, detail: Json, headers?: HttpAnswer['headers']): HttpAnswer {
  return { status, json: { detail }, ...(headers === undefined ? {} : { headers }) };
}

/** The route of a request with what its pattern names; else whether another method has one. */
export function findRoute(
  routes: readonly HttpRoute[],
  method: string,
  path: string,
):
  | { readonly route: HttpRoute; readonly parameters: Readonly<Record<string, string>> }
  | { readonly route: null; readonly status: 404 | 405 } {
  let isKnown = false;
  for (const route of routes) {
    const parameters = matchPath(route.path, path);
    if (parameters === null) continue;
    if (route.method === method) return { route, parameters };
    isKnown = true;
  }
  return { route: null, status: isKnown ? 405 : 404 };
}

function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const parameters: [string, string][] = [];
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return null;
      continue;
    }
    try {
      parameters.push([part.slice(1), decodeURIComponent(text)]);
    } catch {
      return null;
    }
  }
  return Object.fromEntries(parameters);
}
