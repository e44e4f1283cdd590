import { TRACE_FORMATS } from '../../records/trace-format-names.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { commaList, oneOf, positiveNumber } from '../parse-option.js';

/** `mettle import`: runs of other programs as trajectories. */
export const importCommand: CommandDefinition = {
  name: 'import',
  args: '<file>',
  summary: 'read the log of another program as trajectories, which nobody has verified',
  example:
    'npx --no mettle import chats.jsonl\n  npx --no mettle import chats.jsonl --format anthropic --out runs.jsonl\n  npx --no mettle import session.jsonl --test --workdir project',
  options: [
    {
      flags: '--format <format>',
      description: `auto (told by what each record holds), ${TRACE_FORMATS.join(', ')}`,
      default: 'auto',
      parse: oneOf('--format', ['auto', ...TRACE_FORMATS]),
    },
    {
      flags: '--out <path>',
      description:
        'where to write; default: FILE.mettle.jsonl beside the file, with --test the folder FILE.test',
    },
    {
      flags: '--test',
      description:
        'run the steps of a Claude Code, Codex or Pi session again on a copy of a folder, confined, and write a test of the end state that they lead to',
    },
    {
      flags: '--workdir <dir>',
      description: 'with --test: the folder as it was when the session began; it is only read',
    },
    { flags: '--session <id>', description: 'with --test: which session of a log that holds several' },
    {
      flags: '--masks <file>',
      description:
        'with --test: what else differs from run to run, as JSON: [{"name": "port", "pattern": ":[0-9]+"}]',
    },
    {
      flags: '--programs <names>',
      description:
        'with --test: programs of this machine that its shell lines may start beside the usual small ones. Default: those of git, jq, make, perl and rg that they name',
      parse: commaList,
    },
    {
      flags: '--packages <dir>',
      description: 'with --test: folder of installed packages to import from',
    },
    {
      flags: '--timeout <seconds>',
      description: 'with --test: the most that a shell line may take. Default: 20',
      parse: positiveNumber('--timeout'),
    },
  ],
  run: importFile,
};

async function importFile(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const { importLog } = await import('./import/import-log.js');
  return importLog(call, io);
}
