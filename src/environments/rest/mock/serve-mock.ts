import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineOptions, type Json, type JsonObject, option, parseJsonText } from '../../../core/index.js';
import { isJsonType } from '../media-type.js';
import { type Pair, readPairs } from '../parameter-text.js';
import { readOperations } from '../read-operations.js';
import { readSpec } from '../read-spec.js';
import type { RestOperation } from '../rest-operation.js';
import type { RestRequest } from '../rest-request.js';
import { definitionsOf, objectShape } from '../schema-shape.js';
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
  const operations = readOperations(document);
  const mock = new MockServer(operations, content);
  let state = mock.begin(seed);
  const server = createServer((request, response) => {
    void answerHttp(operations, request, response, (read) => {
      const outcome = mock.answer(read, state);
      state = outcome.state;
      return outcome.response;
    }).catch(() => response.destroy());
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

async function answerHttp(
  operations: readonly RestOperation[],
  message: IncomingMessage,
  response: ServerResponse,
  answer: (request: RestRequest) => MockResponse,
): Promise<void> {
  const read = await readRequest(operations, message);
  const { status, body } = 'status' in read ? read : answer(read);
  if (body === undefined) {
    response.writeHead(status).end();
    return;
  }
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}

async function readRequest(
  operations: readonly RestOperation[],
  message: IncomingMessage,
): Promise<RestRequest | MockResponse> {
  const url = new URL(message.url ?? '/', 'http://127.0.0.1');
  const headers = new Map(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // The rest of a long body is read and dropped, so that the answer arrives.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else if (size > 20 * MAX_BODY_BYTES) message.destroy();
  }
  if (size > MAX_BODY_BYTES) {
    return problemResponse(null, 413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  }
  const mediaType = headers.get('content-type') ?? '';
  const body =
    size === 0 ? undefined : readBody(Buffer.concat(chunks).toString('utf8'), mediaType, operations);
  if (body !== undefined && 'status' in body) return body;
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: [...url.searchParams],
    headers,
    cookies: cookiesOf(headers.get('cookie') ?? ''),
    body: body === undefined ? undefined : { ...body, mediaType },
  };
}

function readBody(
  text: string,
  mediaType: string,
  operations: readonly RestOperation[],
): Pick<NonNullable<RestRequest['body']>, 'value' | 'encoding'> | MockResponse {
  if (isJsonType(mediaType) || mediaType === '') {
    try {
      return { value: parseJsonText(text, { subject: 'The body' }), encoding: 'json' };
    } catch (error) {
      return problemResponse(null, 400, error instanceof Error ? error.message : String(error));
    }
  }
  if (!/^application\/x-www-form-urlencoded\b/i.test(mediaType)) return { value: text, encoding: 'text' };
  const pairs = [...new URLSearchParams(text)];
  return { value: formValue(pairs, operations), encoding: 'form' };
}

/** Members of a form, each as the type that a schema of some form body has for its name. */
function formValue(pairs: readonly Pair[], operations: readonly RestOperation[]): Json {
  const members = new Map<string, JsonObject>();
  for (const { body } of operations) {
    if (body?.encoding !== 'form') continue;
    const definitions = definitionsOf(body.schema);
    for (const [name, schema] of objectShape(body.schema, definitions)?.properties ?? []) {
      members.set(name, { ...schema, $defs: definitions });
    }
  }
  return Object.fromEntries(
    [...new Set(pairs.map(([name]) => name))].map((name) => {
      const schema = members.get(name) ?? {};
      const parameter = {
        name,
        in: 'query',
        argument: name,
        required: false,
        schema,
        style: 'form',
        explode: true,
        json: false,
      } as const;
      return [name, readPairs(parameter, pairs) ?? ''];
    }),
  );
}

function cookiesOf(header: string): readonly Pair[] {
  return header
    .split(';')
    .map((part) => part.trim().split('='))
    .filter((parts) => parts.length > 1)
    .map(([name = '', ...rest]): Pair => [decoded(name), decoded(rest.join('='))]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
