import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = new URL('../../dist/', import.meta.url);

/** Why programs can't be run against the built package; empty where they can. */
export const NOT_BUILT: string = existsSync(fileURLToPath(new URL('index.js', dist)))
  ? ''
  : 'the package is not built';

/** How a program ended. */
export interface AloneRun {
  /** The exit status, or the name of the signal that ended it. 13: it waited for something that nothing kept alive. */
  readonly status: number | string;
  /** The lines that it printed. */
  readonly printed: readonly string[];
  /** What it wrote to stderr. */
  readonly complained: string;
}

/** Seconds after which a program that does not end is killed. */
const PATIENCE_SECONDS = 150;

/**
 * Runs a program in a Node process of its own, in which nothing else keeps the event loop alive. `mettle('sandbox')` in
 * the program imports a module of the built package; `mettle()` imports the root.
 */
export async function runAlone(
  program: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<AloneRun> {
  const prelude = `const mettle = (name) => import(new URL(name === undefined ? 'index.js' : name + '/index.js', ${JSON.stringify(dist.href)}).href);\n`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', prelude + program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment,
    timeout: PATIENCE_SECONDS * 1000,
    killSignal: 'SIGKILL',
  });
  let printed = '';
  let complained = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({
        status: code ?? signal ?? 'unknown',
        printed: printed.split('\n').filter((line) => line !== ''),
        complained,
      }),
    );
  });
}
