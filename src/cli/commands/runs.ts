import type { ListedRun } from '../../pipelines/internal.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';

/** `mettle runs`: the runs in a folder, and how far they are. */
export const runsCommand: CommandDefinition = {
  name: 'runs',
  args: '[dir]',
  summary: 'list the runs of mettle generate in a folder and the folders in it, and how far each is',
  example: 'npx --no mettle runs\n  npx --no mettle runs datasets --json',
  options: [],
  run: runs,
};

async function runs({ args }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [{ relative, resolve }, { stat }, { listRuns }] = await Promise.all([
    import('node:path'),
    import('node:fs/promises'),
    import('../../pipelines/internal.js'),
  ]);
  const dir = args[0] ?? '.';
  const folder = resolve(io.cwd, dir);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) throw usageError(`${dir} is no folder. Name one with runs in it.`);
  const listed = await listRuns(folder);
  const shown = (path: string): string => relative(io.cwd, path) || '.';
  return {
    exitCode: listed.length === 0 ? 1 : 0,
    document: {
      runs: listed.map((run) => ({
        folder: run.folder,
        kept: run.kept,
        written: run.written,
        pass_rate: run.passRate,
        verified_rate: run.verifiedRate,
        played_by: run.playedBy,
        fingerprint: run.fingerprint,
      })),
    },
    text:
      listed.length === 0
        ? `There is no run ${args[0] === undefined ? 'here' : `in ${dir}`}.`
        : listed.map((run) => `${shown(run.folder)}: ${stateOf(run)}`).join('\n'),
  };
}

function stateOf({ kept, written, passRate, verifiedRate, playedBy }: ListedRun): string {
  const rates = [
    ...(passRate === null ? [] : [`${percent(passRate)} passed`]),
    ...(verifiedRate === null ? [] : [`${percent(verifiedRate)} verified`]),
  ];
  const state = written === kept ? rates : [`unfinished: --resume continues`];
  return [`${kept} kept`, ...state, `played by ${playedBy.join(', ')}`].join(', ');
}

function percent(rate: number): string {
  return `${Math.floor(rate * 1000) / 10} %`;
}
