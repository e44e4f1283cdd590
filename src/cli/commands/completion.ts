import type { CommandDefinition } from '../command.js';
import { usageError } from '../parse-option.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `mettle completion`: a script that makes a shell complete these commands, itself and their options. */
export function completionCommand(commands: readonly CommandDefinition[]): CommandDefinition {
  const completion: CommandDefinition = {
    name: 'completion',
    args: '<shell>',
    summary: 'print a completion script for bash, zsh or fish',
    example: 'npx --no mettle completion bash > ~/.local/share/bash-completion/completions/mettle',
    options: [],
    run: async ({ args }) => {
      const shell = SHELLS.find((name) => name === args[0]);
      if (shell === undefined) throw usageError(`completion takes ${SHELLS.join(', ')}; got "${args[0]}".`);
      const { renderCompletion } = await import('../completion/render-completion.js');
      const script = renderCompletion(shell, [...commands, completion]);
      return { exitCode: 0, document: { shell, script }, text: script };
    },
  };
  return completion;
}
