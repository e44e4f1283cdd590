import { shortened } from '../../../core/internal.js';
import { type ListedRun, listRuns } from '../../../pipelines/internal.js';
import type { CommandIo } from '../../command.js';
import { type StateKind, stateFolders } from '../../state-folder.js';

/** What is kept with the user's state: sessions of agents on folders, jobs over files of records. */
export async function keptInState(
  kind: StateKind,
  io: Pick<CommandIo, 'environment'>,
): Promise<readonly ListedRun[]> {
  return (await listRuns(stateFolders(kind, io))).filter(
    ({ session, output }) => session !== null || output !== null,
  );
}

/** What a run is about, for one that isn't in its own folder: the folder of a session, the output of a job. */
export function subjectOf({ session, output, folder }: ListedRun): string {
  return session?.workdir ?? output ?? folder;
}

/** A run as JSON. */
export function runRecord(run: ListedRun): Readonly<Record<string, unknown>> {
  return {
    folder: run.folder,
    command: run.command ?? 'generate',
    kept: run.kept,
    written: run.written,
    pass_rate: run.passRate,
    verified_rate: run.verifiedRate,
    played_by: run.playedBy,
    fingerprint: run.fingerprint,
    ...(run.session === null ? {} : { workdir: run.session.workdir, task: run.session.task }),
    ...(run.output === null ? {} : { output: run.output }),
  };
}

/** A run in a line, for a person. */
export function runLine(run: ListedRun, shown: (path: string) => string): string {
  return `${shown(subjectOf(run))}: ${stateOf(run)}`;
}

function stateOf(run: ListedRun): string {
  const { kept, written, session, output, command } = run;
  if (session !== null) {
    const state =
      written === kept
        ? 'answered: agent --resume --apply writes its changes'
        : 'unfinished: agent --resume continues';
    return `agent "${shortened(session.task, 60)}", ${kept} steps kept, ${state}`;
  }
  if (output !== null) return `${command ?? 'job'}, ${kept} lines kept, unfinished: --resume continues`;
  const rates = [
    ...(run.passRate === null ? [] : [`${percent(run.passRate)} passed`]),
    ...(run.verifiedRate === null ? [] : [`${percent(run.verifiedRate)} verified`]),
  ];
  const state = written === kept ? rates : [`unfinished: --resume continues`];
  return [`${kept} kept`, ...state, `played by ${run.playedBy.join(', ')}`].join(', ');
}

function percent(rate: number): string {
  return `${Math.floor(rate * 1000) / 10} %`;
}
