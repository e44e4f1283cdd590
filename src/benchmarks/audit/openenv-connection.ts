import { isJsonObject, type Json, type JsonObject } from '../../core/index.js';
import { errorMessage, startOf } from '../../core/internal.js';

/** How long a server may take for one answer, in milliseconds. */
const ANSWER_MILLISECONDS = 30_000;
/** Bytes of one frame. */
const MOST_BYTES = 8 * 2 ** 20;
/** Frames that nobody asked for before the connection is given up. */
const MOST_WAITING = 16;

/** The server refused a frame, and the session goes on. */
export class RefusedFrame extends Error {}

/** Codes after which it goes on. */
const REFUSALS: readonly unknown[] = ['VALIDATION_ERROR', 'EXECUTION_ERROR', 'INVALID_JSON', 'UNKNOWN_TYPE'];

/** A session with an OpenEnv server: one frame is asked, and the next one is the answer. */
export interface OpenEnvConnection {
  /** @throws {RefusedFrame}; {Error} for another error of the server, a frame that is none, silence, and the end of the connection. */
  ask(frame: JsonObject): Promise<JsonObject>;
  close(): void;
}

/**
 * Connects to `/ws` of a server that nobody trusts: frames are bounded in size and number, and each answer in time.
 * @param deadline - when the whole audit is over, in milliseconds of `Date.now`.
 */
export async function connectOpenEnv(
  base: URL,
  headers: Readonly<Record<string, string>>,
  deadline: number,
): Promise<OpenEnvConnection> {
  const { WebSocket } = await import('ws');
  const url = new URL(`${base.href.replace(/\/$/, '')}/ws`);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url, {
    headers,
    maxPayload: MOST_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: ANSWER_MILLISECONDS,
  });
  const frames: string[] = [];
  let problem: Error | null = null;
  let wake: () => void = () => undefined;
  const end = (error: Error): void => {
    problem ??= error;
    wake();
  };
  socket.on('open', () => wake());
  socket.on('message', (data, isBinary) => {
    if (isBinary || frames.length >= MOST_WAITING) return socket.terminate();
    frames.push(String(data));
    wake();
  });
  socket.on('error', (error) => end(new Error(`The connection broke: ${errorMessage(error)}`)));
  socket.on('close', (code) => end(new Error(`The server ended the session (${code}).`)));
  const until = async (isThere: () => boolean): Promise<void> => {
    const limit = Math.min(ANSWER_MILLISECONDS, deadline - Date.now());
    if (limit <= 0) throw new Error('The time of the audit is used up.');
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error('The server sent nothing in time.')), limit);
        wake = () => {
          if (isThere()) resolve();
          else if (problem !== null) reject(problem);
        };
        wake();
      });
    } finally {
      clearTimeout(timer);
      wake = () => undefined;
    }
  };
  try {
    await until(() => socket.readyState === WebSocket.OPEN);
  } catch (error) {
    socket.terminate();
    throw error;
  }
  return {
    ask: async (frame) => {
      // What came unasked, such as the error of a full server, is the answer.
      if (frames.length === 0) socket.send(JSON.stringify(frame));
      await until(() => frames.length > 0);
      return readFrame(frames.shift() ?? '');
    },
    close: () => socket.terminate(),
  };
}

function readFrame(text: string): JsonObject {
  let frame: Json;
  try {
    frame = JSON.parse(text) as Json;
  } catch {
    throw new Error('The server sent a frame that is no JSON.');
  }
  if (!isJsonObject(frame)) throw new Error('The server sent JSON that is no object.');
  const data = isJsonObject(frame.data) ? frame.data : {};
  if (frame.type === 'error') {
    const words = startOf(`The server says ${String(data.code)}: ${String(data.message)}`, 300);
    throw REFUSALS.includes(data.code) ? new RefusedFrame(words) : new Error(words);
  }
  return data;
}
