import { createInterface } from 'node:readline';
import type { CliWorld, StopSignal } from './run-cli.js';

/** Standard input that is read at most: what is longer is refused by who asked for it. */
const MAX_STDIN_BYTES = 64 * 2 ** 20;

/** The real process as a {@link CliWorld}. A reader that closes a pipe early changes nothing but what it gets to see. */
export function systemCliWorld(): CliWorld {
  return {
    cwd: process.cwd(),
    environment: process.env,
    stdout: {
      write: writerTo(process.stdout),
      isTerminal: process.stdout.isTTY === true,
      ...(process.stdout.columns === undefined ? {} : { columns: process.stdout.columns }),
    },
    stderr: {
      write: writerTo(process.stderr),
      isTerminal: process.stderr.isTTY === true,
      ...(process.stderr.columns === undefined ? {} : { columns: process.stderr.columns }),
    },
    readStdin,
    stdin: { [Symbol.asyncIterator]: readChunks },
    readLine,
    stdinIsTerminal: process.stdin.isTTY === true,
    now: () => performance.now(),
    onInterrupt,
  };
}

/** Writes to a stream until its reader has gone; a stream that cannot be written ends the program with one line. */
function writerTo(stream: NodeJS.WriteStream): (data: string | Uint8Array) => void {
  let isClosed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    isClosed = true;
    if (error.code === 'EPIPE') return;
    if (stream !== process.stderr)
      process.stderr.write(`mettle: Cannot write the output: ${error.message}.\n`);
    process.exit(2);
  });
  return (data) => {
    if (!isClosed) stream.write(data);
  };
}

let isReadingStdin = false;

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  isReadingStdin = true;
  try {
    for await (const chunk of process.stdin) {
      chunks.push(chunk as Uint8Array);
      size += (chunk as Uint8Array).byteLength;
      if (size > MAX_STDIN_BYTES) break;
    }
  } finally {
    isReadingStdin = false;
  }
  return Buffer.concat(chunks);
}

/** Standard input as it comes. It is closed where reading stops, so that the process does not wait for it. */
function readChunks(): AsyncIterator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = process.stdin[Symbol.asyncIterator]();
  return {
    next: () => chunks.next(),
    return: async () => {
      process.stdin.destroy();
      return { done: true, value: undefined };
    },
  };
}

/** One line, or '' when the input ends or Ctrl-C destroys it. */
function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  isReadingStdin = true;
  return new Promise<string>((resolve) => {
    const settle = (line: string): void => {
      isReadingStdin = false;
      process.stdin.off('close', ended);
      resolve(line);
      lines.close();
    };
    const ended = (): void => settle('');
    lines.once('line', settle);
    lines.once('close', ended);
    process.stdin.once('close', ended);
  });
}

/** Listens to the first signal alone: another one ends the process at once. */
function onInterrupt(interrupted: (signal: StopSignal) => void): () => void {
  const stop = (): void => {
    process.removeListener('SIGINT', listener).removeListener('SIGTERM', listener);
  };
  const listener = (signal: NodeJS.Signals): void => {
    stop();
    interrupted(signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
    if (isReadingStdin) process.stdin.destroy();
  };
  process.on('SIGINT', listener).on('SIGTERM', listener);
  return stop;
}
