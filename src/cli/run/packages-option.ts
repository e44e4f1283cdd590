import { resolve } from 'node:path';
import type { CommandCall, CommandIo } from '../command.js';

/** The option of a sandbox that `--packages` stands for; a folder is named from where the command was called. */
export function packagesOption(
  { options }: CommandCall,
  { cwd }: Pick<CommandIo, 'cwd'>,
): { readonly packages?: string } {
  return typeof options.packages === 'string' ? { packages: resolve(cwd, options.packages) } : {};
}
