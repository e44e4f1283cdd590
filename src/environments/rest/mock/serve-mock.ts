import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineOptions, type Json, type JsonObject, option, parseJsonText } from '../../../core/index.js';
import { errorMessage } from '../../../core/internal.js';
import { isJsonType } from '../media-type.js';
import { type Pair, readPairs } from '../parameter-text.js';
import { readOperations } from '../read-operations.js';
import { readSpec } from '../read-spec.js';
import type { RestRequest } from '../rest-request.js';
import { definitionsOf, objectShape, standingAlone } from '../schema-shape.js';
import { type MockResponse, problemResponse } from './mock-response.js';
import { MockServer } from './mock-server.js';
import type { MockContent } from './seed-state.js';
import { MOCK_CONTENT } from './seed-state.js';

/** Bytes of a request's body. */
const MAX_BODY_BYTES = 1_000_000;

/** What {@link serveMock} serves. */
export interface ServeMockOptions extends MockContent {
  /** An OpenAPI 3.0 or 3.1 or a Swagger 2.0 document: an object, JSON or YAML text, the path of a file, or an `http(s)` address. */
  readonly spec: JsonObject | string | URL;
  readonly seed: number;
}

const checkServeMockOptions = defineOptions<ServeMockOptions>()('serveMock', {
  ...MOCK_CONTENT,
  spec: option.required(option.any),
  seed: option.required(option.integer),
});

/** A mock server that listens on this machine. */
export interface ServedMock extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  /** Makes it what it was at the start. */
  reset(): void;
  /** Ends it and every connection to it. */
  close(): Promise<void>;
}

/**
 * Starts the mock server of an OpenAPI document on a free port of this machine's loopback interface, to try a client of
 * your own against it. It answers what the worlds of `createRestEnvironment({ mock })` answer in memory.
 *
 * @example
 * ```ts
 * import { serveMock, shopSpec } from 'mettle/environments';
 *
 * const shop = await serveMock({ spec: shopSpec, seed: 1, counts: 2 });
 * const response = await fetch(`${shop.baseUrl}/orders/1/items`);
 * console.log(response.status); // → 200
 * await shop.close();
 * ```
 */
export async function serveMock(options: ServeMockOptions): Promise<ServedMock> {
  const { spec, seed, ...content } = checkServeMockOptions(options);
  const { document } = await readSpec(spec);
  const mock = new MockServer(readOperations(document), content);
  let state = mock.begin(seed);
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const read = await readRequest(mock, request);
      if ('status' in read) return write(response, read);
      const outcome = mock.answer(read, state);
      state = outcome.state;
      write(response, outcome.response);
    };
    void answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    reset: () => {
      state = mock.begin(seed);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function write(response: ServerResponse, { status, body }: MockResponse): void {
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  if (body === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}

async function readRequest(mock: MockServer, message: IncomingMessage): Promise<RestRequest | MockResponse> {
  const url = new URL(message.url ?? '/', 'http://127.0.0.1');
  const given = Object.entries(message.headers);
  const headers = new Map(given.map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // The rest of a long body is read and dropped, so that the answer arrives.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else if (size > 20 * MAX_BODY_BYTES) message.destroy();
  }
  if (size > MAX_BODY_BYTES)
    return problemResponse(null, 413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  const place = { method: message.method ?? 'GET', path: url.pathname };
  const mediaType = headers.get('content-type') ?? '';
  const text = Buffer.concat(chunks).toString('utf8');
  const cookies = (headers.get('cookie') ?? '').replaceAll('+', '%2B').split(/; */).join('&');
  const request = {
    ...place,
    query: [...url.searchParams],
    headers,
    cookies: [...new URLSearchParams(cookies)],
  };
  if (size === 0) return { ...request, body: undefined };
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType)) {
    const value = formValue([...new URLSearchParams(text)], mock.operationAt(place)?.body?.schema ?? {});
    return { ...request, body: { value, encoding: 'form', mediaType } };
  }
  if (!isJsonType(mediaType) && mediaType !== '')
    return { ...request, body: { value: text, encoding: 'text', mediaType } };
  try {
    const value = parseJsonText(text, { subject: 'The body' });
    return { ...request, body: { value, encoding: 'json', mediaType } };
  } catch (error) {
    return problemResponse(null, 400, errorMessage(error));
  }
}

/** Members of a form, each as the type that the body's schema has for its name. */
function formValue(pairs: readonly Pair[], body: JsonObject): Json {
  const definitions = definitionsOf(body);
  const properties = objectShape(body, definitions)?.properties;
  const place = { in: 'query', style: 'form', explode: true, json: false, required: false } as const;
  const members = pairs.map(([name]): [string, Json] => {
    const schema = standingAlone(properties?.get(name) ?? {}, definitions);
    return [name, readPairs({ ...place, name, argument: name, schema }, pairs) ?? ''];
  });
  return Object.fromEntries(members);
}
