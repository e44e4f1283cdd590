import type { SandboxCapabilities, SandboxLimits } from './contract.js';

const ENGINE_WORDS: Readonly<Record<SandboxCapabilities['engine'], string>> = {
  monty: 'a subset of Python 3 (Monty)',
  cpython: 'CPython 3',
  docker: 'CPython 3 in a container',
};

/** What a sandbox can do in words, for a model's prompt: every line comes from what was probed or set. */
export function describeCapabilities(
  capabilities: SandboxCapabilities,
  limits: SandboxLimits,
  functions: readonly string[],
): string {
  const { modules, programs, missing } = capabilities;
  const lines = [
    `The code runs in ${ENGINE_WORDS[capabilities.engine]}. Variables stay between runs. The value of a last expression is returned.`,
    `Each run has ${limits.timeoutSeconds} seconds and ${limits.memoryMegabytes} MB of memory.`,
    'Files are read and written in a private copy; there is no network and no process of others.',
  ];
  if (modules.length > 0) lines.push(`Modules: ${modules.join(', ')}.`);
  if (programs.length > 0) lines.push(`Programs: ${programs.join(', ')}.`);
  if (missing.length > 0) lines.push(`Not available: ${missing.join('; ')}.`);
  if (functions.length > 0) {
    lines.push(`Functions that can be called, with or without await: ${functions.join(', ')}.`);
  }
  return lines.join('\n');
}
