import { spawnSync } from 'node:child_process';
import type { Json } from '../core/index.js';
import { createSandbox, type PythonValue, type Sandbox, type SandboxLimits } from '../sandbox/index.js';
import { fastestEngine, python3 } from '../testing/needs.fixture.js';
import { pythonToJson } from '../training/internal.js';

/** Runs code whose last line is an expression and returns its value as JSON. */
export type PythonRunner = (code: string, inputs: { readonly [name: string]: Json }) => Promise<Json>;

/** Runs in a sandbox. */
export function sandboxRunner(sandbox: Sandbox): PythonRunner {
  return async (code, inputs) => {
    const result = await sandbox.run(code, { inputs: inputs as { readonly [name: string]: PythonValue } });
    if (result.error !== null) throw new Error(`${result.error.type}: ${result.error.message}\n${code}`);
    const converted = pythonToJson(result.value);
    if (!converted.ok) throw new Error(converted.reason);
    return converted.value;
  };
}

/** A sandbox for tests whose subject is no engine. */
export async function openSearchSandbox(limits: Partial<SandboxLimits> = {}): Promise<Sandbox> {
  return createSandbox({ engine: await fastestEngine(), limits });
}

/** Runs in the machine's own python3: only for code that the search itself wrote. */
export const cpythonRunner: PythonRunner = async (code, inputs) => {
  const program = [
    'import ast, json, sys',
    'task = json.load(sys.stdin)',
    'scope = dict(task["inputs"])',
    'tree = ast.parse(task["code"])',
    'last = tree.body.pop()',
    'exec(compile(tree, "code", "exec"), scope)',
    'print(json.dumps(eval(compile(ast.Expression(last.value), "code", "eval"), scope)))',
  ].join('\n');
  const run = spawnSync(python3, ['-I', '-c', program], {
    input: JSON.stringify({ code, inputs }),
    encoding: 'utf8',
    timeout: 170_000,
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) throw new Error(`python3: ${run.stderr.slice(-400)}\n${code.slice(0, 2000)}`);
  return JSON.parse(run.stdout) as Json;
};
