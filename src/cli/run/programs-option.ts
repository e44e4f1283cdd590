import type { CommandCall } from '../command.js';
import { usageError } from '../parse-option.js';

/** The option of a sandbox that `--program` stands for. */
export function programsOption({ options }: Pick<CommandCall, 'options'>): {
  readonly programs?: readonly string[];
} {
  const programs = options.program as readonly string[] | undefined;
  if (programs?.length === 0) throw usageError('--program needs the name of a program, such as git.');
  return programs === undefined ? {} : { programs };
}
