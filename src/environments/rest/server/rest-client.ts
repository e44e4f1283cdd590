import { createHash } from 'node:crypto';
import type { Json } from '../../../core/index.js';
import { isJsonType } from '../media-type.js';
import type { RestRequest } from '../rest-request.js';
import { ExchangeFailure, exchange, type HttpAnswer } from './http-exchange.js';
import { parseExactJson } from './parse-exact-json.js';
import { encodeBody } from './request-body.js';

/** A server's answer, its body read. */
export interface ClientAnswer {
  readonly status: number;
  readonly statusText: string;
  /** JSON as its value, other text as it is, bytes as their size and SHA-256; undefined where there is none. */
  readonly body: Json | undefined;
}

/** What a {@link RestClient} sends requests with. */
export interface RestClientOptions {
  readonly baseUrl: URL;
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
  /** Texts that answers must not repeat. */
  readonly secrets: readonly string[];
}

/** An answer that says it is JSON and is not. */
export class BadAnswer extends Error {}

/** Sends requests below one address and to no other. */
export class RestClient {
  readonly #options: RestClientOptions;

  constructor(options: RestClientOptions) {
    this.#options = options;
  }

  /** @throws {ExchangeFailure} {@link BadAnswer}, or the reason of `signal`. */
  async send(request: RestRequest, signal: AbortSignal | undefined): Promise<ClientAnswer> {
    const { timeoutSeconds, maxBytes } = this.#options;
    const encoded = request.body === undefined ? undefined : encodeBody(request.body);
    const headers: [string, string][] = [
      ['accept', 'application/json, text/*;q=0.9, */*;q=0.5'],
      ...request.headers,
    ];
    if (encoded?.contentType != null) headers.push(['content-type', encoded.contentType]);
    if (request.cookies.length > 0) {
      const cookies = request.cookies.map(
        ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
      );
      headers.push(['cookie', cookies.join('; ')]);
    }
    const answer = await exchange({
      url: this.#address(request),
      method: request.method,
      headers,
      ...(encoded === undefined ? {} : { body: encoded.body }),
      timeoutSeconds,
      maxBytes,
      signal,
    });
    return { status: answer.status, statusText: answer.statusText, body: this.#body(answer) };
  }

  #address({ path, query }: RestRequest): URL {
    const { baseUrl } = this.#options;
    const base = (baseUrl.href.split(/[?#]/, 1)[0] ?? '').replace(/(?<!\/)\/+$/, '');
    const url = new URL(base + path);
    for (const [name, value] of query) url.searchParams.append(name, value);
    // The path was escaped; this holds should anything ever get past that.
    if (url.origin !== baseUrl.origin || !url.href.startsWith(base)) {
      throw new ExchangeFailure('redirect_refused', 'the request would leave the address that was given');
    }
    return url;
  }

  #body({ bytes, contentType }: HttpAnswer): Json | undefined {
    if (bytes.length === 0) return undefined;
    if (!isText(contentType)) {
      return { bytes: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
    }
    let text = new TextDecoder().decode(bytes);
    for (const secret of this.#options.secrets) text = text.replaceAll(secret, '[redacted]');
    if (!isJsonType(contentType)) return contentType === '' ? (tryJson(text) ?? text) : text;
    try {
      return parseExactJson(text);
    } catch (error) {
      throw new BadAnswer(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
}

/** The parts of given values that answers must not repeat: whole values, and tokens behind `Bearer`. */
export function secretsOf(values: Iterable<string>): readonly string[] {
  const all = [...values].flatMap((value) => [value, ...value.split(/\s+/)]);
  // Short ones, such as `1` or `json`, are no secrets and are found everywhere.
  const long = all.filter((value) => value.length >= 8);
  const written = long.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
  ]);
  return [...new Set(written)].sort((a, b) => b.length - a.length);
}

function isText(contentType: string): boolean {
  return (
    contentType === '' ||
    isJsonType(contentType) ||
    /^text\/|[/+](?:xml|yaml|x-yaml|javascript|x-www-form-urlencoded|x-ndjson)\b/i.test(contentType)
  );
}

function tryJson(text: string): Json | undefined {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
