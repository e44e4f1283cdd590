import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { CommandLineResult } from './command-line.fixture.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** What a call in a process of its own is given. */
export interface OwnProcessOptions {
  readonly cwd?: string;
  /** What standard input holds. Default: nothing. */
  readonly stdin?: string;
  /** Environment variables beside those of this process. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Calls the built command line in a process of its own: for what a process reads of its environment once. */
export async function callInOwnProcess(
  argv: readonly string[],
  { cwd, stdin = '', environment = {} }: OwnProcessOptions = {},
): Promise<CommandLineResult> {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...environment },
    stdio: 'pipe',
  });
  child.stdin.end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code: code ?? -1, stdout, stderr };
}
