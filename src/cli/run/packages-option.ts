import { resolve } from 'node:path';
import type { CommandCall, CommandIo } from '../command.js';
import { usageError } from '../parse-option.js';

/** The option of a sandbox that `--packages` stands for; a folder is named from where the command was called. */
export function packagesOption(
  { options }: CommandCall,
  { cwd }: Pick<CommandIo, 'cwd'>,
): { readonly packages?: string } {
  if (options.packages === '')
    throw usageError('--packages needs a folder: a virtual environment, or site-packages.');
  return typeof options.packages === 'string' ? { packages: resolve(cwd, options.packages) } : {};
}
