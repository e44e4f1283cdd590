import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { errorMessage, wellFormed } from '../../core/internal.js';
import type { HttpAnswer, ServerEvent } from './http-answer.js';

/** Milliseconds between two signs of life in a stream that has nothing to say: its reader gives up after 30 seconds. */
const EVERY_MILLISECONDS = 10_000;
const EVENT_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
};

/** Writes an answer. Settles when it is with the system, or its reader has gone. */
export async function writeAnswer(
  response: ServerResponse,
  answer: HttpAnswer,
  signal: AbortSignal,
): Promise<void> {
  const { status = 200, headers, json, text, events } = answer;
  if (events !== undefined) {
    response.writeHead(status, { ...EVENT_HEADERS, ...headers });
    return writeEvents(response, events, signal);
  }
  const body = text ?? JSON.stringify(wellFormed(json ?? null));
  const type = text === undefined ? 'application/json' : 'text/plain; charset=utf-8';
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

async function writeEvents(
  response: ServerResponse,
  events: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
): Promise<void> {
  response.flushHeaders();
  const beat = setInterval(() => response.write(': ping\r\n\r\n'), EVERY_MILLISECONDS).unref();
  try {
    for await (const event of events) {
      if (signal.aborted) return;
      await writeEvent(response, event, signal);
    }
  } catch (error) {
    if (!signal.aborted) await writeEvent(response, { event: 'error', data: errorMessage(error) }, signal);
  } finally {
    clearInterval(beat);
    response.end();
  }
}

/** One event; its data is one line. Waits where the reader is slower than what is written. */
async function writeEvent(
  response: ServerResponse,
  { event, data }: ServerEvent,
  signal: AbortSignal,
): Promise<void> {
  const line = data.replaceAll(/[\r\n]+/g, ' ');
  if (response.write(`event: ${event}\r\ndata: ${line}\r\n\r\n`)) return;
  await once(response, 'drain', { signal }).catch(() => undefined);
}
