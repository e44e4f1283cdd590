import { execFile } from 'node:child_process';
import { python3 } from '../../testing/needs.fixture.js';

/** Where a client in Python runs. */
export interface PythonClientOptions {
  /** Folders that it imports packages from. Default: none. */
  readonly packages?: readonly string[];
  readonly cwd?: string;
  /** Variables of its environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * What a client in Python prints as its last line, as JSON. `url` is a variable of the program, `json` is imported. This process goes on
 * meanwhile, since it may be the server.
 */
export function runPythonClient(
  url: string,
  program: string,
  { packages = [], cwd, environment = {} }: PythonClientOptions = {},
): Promise<unknown> {
  const code = `import json\nurl = ${JSON.stringify(url)}\n${program}`;
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PYTHONPATH: packages.join(':'),
    HF_HUB_OFFLINE: '1',
    ...environment,
  };
  return new Promise((resolve, reject) => {
    execFile(python3, ['-c', code], { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${error.message}\n${stderr.slice(-4000)}`));
      else resolve(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    });
  });
}
