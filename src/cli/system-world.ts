import { createInterface } from 'node:readline/promises';
import type { CliWorld } from './run-cli.js';

/** The real process as a {@link CliWorld}. A reader that closes the pipe early ends the program quietly. */
export function systemCliWorld(): CliWorld {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
  return {
    cwd: process.cwd(),
    environment: process.env,
    stdout: { write: (text) => void process.stdout.write(text), isTerminal: process.stdout.isTTY === true },
    stderr: {
      write: (text) => void process.stderr.write(text),
      isTerminal: process.stderr.isTTY === true,
      ...(process.stderr.columns === undefined ? {} : { columns: process.stderr.columns }),
    },
    readStdin,
    confirm,
    now: () => performance.now(),
    onInterrupt,
  };
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

async function confirm(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false;
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}

function onInterrupt(interrupted: () => void): () => void {
  process.once('SIGINT', interrupted);
  return () => process.removeListener('SIGINT', interrupted);
}
