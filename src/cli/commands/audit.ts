import type { CommandDefinition } from '../command.js';
import { pathName, seedOption, wholeNumber } from '../parse-option.js';

/** `mettle audit`: reward hacks and broken resets of an environment. */
export const auditCommand: CommandDefinition = {
  name: 'audit',
  args: '<env>',
  summary: 'probe a world or an OpenEnv address for reward hacks and broken resets',
  example:
    'npx --no mettle audit sql\n  npx --no mettle audit http://127.0.0.1:8000 --oracle solution.json --json',
  options: [
    {
      flags: '--oracle <file>',
      description:
        'JSON: the list of actions that solves it, or one such list for each seed; a world has its own',
      parse: pathName('--oracle', 'file'),
    },
    {
      flags: '--episodes <n>',
      description: 'tasks or seeds that each cheat plays. Default: 3',
      parse: wholeNumber('--episodes', 1),
    },
    {
      flags: '--level <n>',
      description: 'with a world: difficulty of the tasks, 1 to 3; default: mixed',
      parse: wholeNumber('--level', 1),
    },
    {
      flags: '--openenv-report <file>',
      description: 'also write the report as openenv validate does',
      parse: pathName('--openenv-report', 'file'),
    },
    seedOption,
  ],
  run: async (call, io) => (await import('./audit/run-audit.js')).runAudit(call, io),
};
