import type { RawData, WebSocket } from 'ws';

/** Bytes of frames that may wait to be answered; a client that sends more at once is read no further until they are. */
const MOST_WAITING_BYTES = 1_000_000;
const MOST_WAITING = 64;
/** Milliseconds in which a client has to take an answer. */
const SEND_MILLISECONDS = 60_000;

/** What to do after a frame. */
export interface FrameAnswer {
  /** Absent: nothing is said. */
  readonly text?: string;
  /** Whether the connection ends with it. */
  readonly isLast?: boolean;
}

/** How the frames of one connection are answered. */
export interface FrameHandler {
  /** Null for a frame of bytes. Whatever it throws ends the connection. */
  readonly answer: (text: string | null) => Promise<FrameAnswer>;
  /** The connection is gone: nothing more is asked or answered. Called once. */
  readonly end: () => void;
}

/**
 * Answers the frames of a connection one after another, each with one frame. While one is worked on, the connection is
 * still heard: it answers pings, and who hangs up is noticed. A client that takes no answer is cut off.
 */
export function serveFrames(socket: WebSocket, { answer, end }: FrameHandler): void {
  const waiting: (string | null)[] = [];
  let bytes = 0;
  let isBusy = false;
  let isOver = false;
  const work = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      while (waiting.length > 0 && !isOver) {
        const text = waiting.shift() ?? null;
        bytes -= text?.length ?? 0;
        const { text: said, isLast = false } = await answer(text);
        if (said !== undefined) await send(socket, said);
        if (isLast) isOver = true;
        if (socket.isPaused && waiting.length < MOST_WAITING / 2 && bytes < MOST_WAITING_BYTES / 2)
          socket.resume();
      }
    } catch {
      isOver = true;
    } finally {
      isBusy = false;
      if (isOver) closeSocket(socket, 1000);
    }
  };
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isOver) return;
    const text = isBinary ? null : data.toString();
    bytes += text?.length ?? 0;
    waiting.push(text);
    if (waiting.length >= MOST_WAITING || bytes >= MOST_WAITING_BYTES) socket.pause();
    void work();
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isOver = true;
    waiting.length = 0;
    end();
  });
}

/** Sends a frame; settles when the system has it. Rejects where it can't be sent in time, and cuts the connection. */
export function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => socket.terminate(), SEND_MILLISECONDS).unref();
    socket.send(text, (error) => {
      clearTimeout(late);
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

/** Closes a connection; who doesn't say goodbye in return is cut off. */
export function closeSocket(socket: WebSocket, code: number, reason = ''): void {
  if (socket.readyState === socket.CLOSED) return;
  if (socket.isPaused) socket.resume();
  socket.close(code, reason);
  const late = setTimeout(() => socket.terminate(), 2000).unref();
  socket.once('close', () => clearTimeout(late));
}
