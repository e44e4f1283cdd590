import { expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import type { Sandbox } from '../contract.js';
import { sandboxTools } from './index.js';

it('are seven, with the names that models know', () => {
  const sandbox: Pick<Sandbox, 'files'> = { files: createFileTree() };
  expect(sandboxTools(sandbox as Sandbox).map(({ name }) => name)).toEqual([
    'list_files',
    'read_file',
    'search_files',
    'write_file',
    'edit_file',
    'run_python_code',
    'run_python_file',
  ]);
});
