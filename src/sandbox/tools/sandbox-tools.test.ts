import { expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import type { Sandbox } from '../contract.js';
import { SANDBOX_TOOL_NAMES, SHELL_TOOL_NAME, sandboxTools } from './index.js';

it('are nine, with the names that models know', () => {
  const sandbox: Pick<Sandbox, 'files'> = { files: createFileTree() };
  expect(sandboxTools(sandbox as Sandbox).map(({ name }) => name)).toEqual(SANDBOX_TOOL_NAMES);
  const withShell = sandboxTools(sandbox as Sandbox, { shell: true }).map(({ name }) => name);
  expect(withShell).toEqual([...SANDBOX_TOOL_NAMES, SHELL_TOOL_NAME]);
});
