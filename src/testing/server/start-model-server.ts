import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject } from '../../core/index.js';
import { errorMessage, wellFormed } from '../../core/internal.js';
import { embedText } from '../embed-text.js';
import { type Script, startScript } from '../script.js';
import type { ScriptStep } from '../script-step.js';
import { answerWith } from './answer-with.js';

/** A request that a {@link ModelServer} was sent. */
export interface ServedRequest {
  /** For example `/v1/chat/completions`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, parsed. */
  readonly body: JsonObject;
  /** Settles when the answer is over: true where the client left before it was. */
  readonly abandoned: Promise<boolean>;
}

/** A server on this machine that speaks as OpenAI's does. */
export interface ModelServer {
  /** Its address with the version: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** What it was asked, in order. */
  readonly requests: readonly ServedRequest[];
  /**
   * Passes when every step was used and no call was one too many.
   *
   * @throws {MettleError} `testing/unconsumed_steps`, `testing/unexpected_call`.
   */
  assertDone(): void;
  /** Ends it and every connection to it. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a server on this machine that answers `/chat/completions`, whole and streamed, from a script, and
 * `/embeddings` with vectors made from the words of each text. Faults look as on a network: status 429 with
 * `Retry-After`, 500, a connection that breaks, garbage, silence.
 *
 * @example
 * ```ts untyped
 * import { startModelServer } from 'mettle/testing';
 *
 * const server = await startModelServer(['Hello.']);
 * const response = await fetch(`${server.url}/chat/completions`, {
 *   method: 'POST',
 *   headers: { 'content-type': 'application/json' },
 *   body: JSON.stringify({ model: 'test', messages: [{ role: 'user', content: 'Say hello.' }] }),
 * });
 * const { choices } = await response.json();
 * console.log(choices[0]?.message.content); // → Hello.
 * await server.close();
 * ```
 */
export async function startModelServer(steps: readonly ScriptStep<JsonObject>[] = []): Promise<ModelServer> {
  const requests: ServedRequest[] = [];
  const script = startScript<JsonObject>(steps, ({ messages }) => {
    return Array.isArray(messages) ? `of ${messages.length} messages` : 'without messages';
  });
  const server = createServer((request, response) => {
    void serve(request, response, script, requests).catch(() => response.destroy());
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
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    assertDone: script.assertDone,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script<JsonObject>,
  requests: ServedRequest[],
): Promise<void> {
  const abandoned = new Promise<boolean>((resolve) => {
    response.once('close', () => resolve(!response.writableFinished));
  });
  const path = request.url ?? '/';
  const body = await readBody(request);
  if (body === null) return sendError(response, 400, 'The body is not a JSON object of valid Unicode.');
  requests.push({ path, headers: request.headers, body, abandoned });
  if (path.endsWith('/embeddings')) return sendJson(response, embeddings(body));
  if (!path.endsWith('/chat/completions')) return sendError(response, 404, `There is no ${path}.`);
  let answer: Awaited<ReturnType<typeof script.next>>;
  try {
    answer = await script.next(body);
  } catch (error) {
    return sendError(response, 400, errorMessage(error));
  }
  if (typeof answer !== 'string' && answer.after !== undefined) {
    await Promise.race([answer.after, abandoned]);
    if (response.destroyed) return;
  }
  answerWith(answer, body, response, script.nextCallId);
}

async function readBody(request: IncomingMessage): Promise<JsonObject | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    // Providers' readers of JSON refuse half a character, too.
    return isJsonObject(body) && wellFormed(body) === body ? body : null;
  } catch {
    return null;
  }
}

function embeddings({ input, model, dimensions }: JsonObject): object {
  const texts = (Array.isArray(input) ? input : [input]).map(String);
  const size = typeof dimensions === 'number' ? dimensions : undefined;
  const tokens = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return {
    object: 'list',
    model,
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embedText(text, size) })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, { error: { message, type: 'invalid_request_error' } }, status);
}
