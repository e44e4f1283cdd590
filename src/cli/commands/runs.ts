import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { usageError } from '../parse-option.js';

/** `mettle runs`: the runs in a folder, and how far they are. */
export const runsCommand: CommandDefinition = {
  name: 'runs',
  args: '[dir]',
  summary:
    'list what is kept of a folder and the folders in it, and how far each is: runs and trainings, sessions of agents, jobs over records',
  example: 'npx --no mettle runs\n  npx --no mettle runs datasets --json',
  options: [],
  run: runs,
};

async function runs({ args }: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const [
    { isAbsolute, relative, resolve },
    { realpath },
    { listRuns },
    { keptInState, runLine, runRecord, subjectOf },
  ] = await Promise.all([
    import('node:path'),
    import('node:fs/promises'),
    import('../../pipelines/internal.js'),
    import('./runs/listed-run.js'),
  ]);
  const dir = args[0] ?? '.';
  const folder = await folderNamed(dir, io);
  const real = await realpath(folder);
  const isWithin = (path: string): boolean =>
    [folder, real].some((one) => {
      const way = relative(one, path);
      return !way.startsWith('..') && !isAbsolute(way);
    });
  const listed = [
    ...(await listRuns(folder)),
    ...[...(await keptInState('agents', io)), ...(await keptInState('records', io))].filter((run) =>
      isWithin(subjectOf(run)),
    ),
  ];
  const shown = (path: string): string => relative(resolve(io.cwd), path) || '.';
  return {
    exitCode: listed.length === 0 ? 1 : 0,
    document: { runs: listed.map(runRecord) },
    text:
      listed.length === 0
        ? `There is no run ${args[0] === undefined ? 'here' : `in ${dir}`}.`
        : listed.map((run) => runLine(run, shown)).join('\n'),
  };
}

async function folderNamed(dir: string, { cwd }: CommandIo): Promise<string> {
  const [{ resolve }, { stat }] = await Promise.all([import('node:path'), import('node:fs/promises')]);
  const folder = resolve(cwd, dir);
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) throw usageError(`${dir} is no folder. Name one with runs in it.`);
  return folder;
}
