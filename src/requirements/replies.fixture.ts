import { createSandbox, type EngineChoice } from '../sandbox/index.js';

/** Code in a fenced block, as a model would reply. */
export function reply(code: string, tag = 'python'): string {
  return `Here it is.\n\n\`\`\`${tag}\n${code}\n\`\`\`\n`;
}

/** Why an engine cannot run on this machine; null when it can. */
export async function whyUnavailable(engine: EngineChoice): Promise<string | null> {
  try {
    const sandbox = await createSandbox({ engine: engine });
    const result = await sandbox.run('1 + 1');
    await sandbox.close();
    return result.ok ? null : (result.error?.message ?? 'it does not run');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Programs that the tests share. */
export const programs: Readonly<
  Record<'valid' | 'syntaxError' | 'runtimeError' | 'imports' | 'badImports' | 'endless', string>
> = {
  valid: 'def hello_world():\n    return "Hello, World!"\n\nprint(hello_world())',
  syntaxError: 'def hello_world(\n    return "Hello"',
  runtimeError: 'def divide():\n    return 1 / 0\n\ndivide()',
  imports: 'import os\nimport sys\nfrom pathlib import Path\nprint("ok")',
  badImports: 'import subprocess\nimport socket\nimport urllib\nprint("ok")',
  endless: 'while True:\n    pass',
};
