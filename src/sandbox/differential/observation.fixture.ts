import type { RunResult, Sandbox } from '../contract.js';

/** The file that a program is run from, in both worlds. */
export const PROGRAM = 'main.py';

/** What a program did that someone outside it could see. */
export interface Observation {
  readonly stdout: string;
  /** Content by path, `main.py` left out; bytes that are no UTF-8 as `base64:…`. */
  readonly files: Readonly<Record<string, string>>;
  /** As the shell would see it. */
  readonly exitStatus: number;
  /** Class name and text of the exception that ended it: `ValueError: no`; what an exit left on stderr; else null. */
  readonly exception: string | null;
}

/** Runs a program in a sandbox whose tree is empty, after a reset. */
export async function observeSandbox(sandbox: Sandbox, program: string): Promise<Observation> {
  await sandbox.reset();
  sandbox.files.writeText(PROGRAM, program);
  const result = await sandbox.run(program, { file: PROGRAM });
  const files: Record<string, string> = {};
  for (const path of sandbox.files.files()) {
    if (path !== PROGRAM) files[path] = fileText(sandbox.files.readBytes(path));
  }
  return { stdout: result.stdout, files, ...endOf(result) };
}

/** Content of a file for comparison. */
export function fileText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : `base64:${Buffer.from(bytes).toString('base64')}`;
}

function endOf({ error, stderr }: RunResult): Pick<Observation, 'exitStatus' | 'exception'> {
  if (error === null) return { exitStatus: 0, exception: null };
  if (error.type === 'SystemExit') {
    const exitStatus = /^-?\d+$/.test(error.message) ? Number(error.message) & 255 : 1;
    return { exitStatus, exception: stderr.replace(/\n$/, '') };
  }
  const message = error.message === '' ? '' : `: ${error.message}`;
  // Python ends itself by SIGINT after an interrupt that nobody caught.
  const exitStatus = error.type === 'KeyboardInterrupt' ? 130 : 1;
  return { exitStatus, exception: `${error.type}${message}` };
}
