import { createHiddenTests } from '../../../evaluation/index.js';
import type { Trajectory } from '../../../records/index.js';
import type { CommandIo } from '../../command.js';
import type { RecordWork } from '../records/record-work.js';
import { openRecordedWorlds, type RecordedWorlds } from '../records/recorded-worlds.js';
import { type ReadChecks, readChecks } from './read-checks.js';
import { rescoreRecord, type ScoredRecord } from './rescore-record.js';

/** How records are scored again, as plain data. */
export interface RescoreRecipe {
  /** The file of the records, as it was named. */
  readonly file: string;
  readonly first: Trajectory;
  readonly env: string | undefined;
  readonly cwd: string;
  /** The file of the checks; undefined for those of the tasks. */
  readonly checks: string | undefined;
}

/** The work of {@link rescoreWork} with worlds and checks of its own. */
export async function openRescoreWork(recipe: RescoreRecipe): Promise<RecordWork<ScoredRecord>> {
  const { file, first, env, cwd, checks } = recipe;
  const worlds = await openRecordedWorlds(file, first, { env, cwd, say: () => undefined });
  // Standard input was read by the main thread, which opens no threads then.
  const io = { cwd } as CommandIo;
  return rescoreWork(worlds, checks === undefined ? null : await readChecks(checks, io));
}

/** Scores records in their worlds. Disposed, it closes them. */
export function rescoreWork(worlds: RecordedWorlds, checks: ReadChecks | null): RecordWork<ScoredRecord> {
  const tests = createHiddenTests();
  return {
    work: ({ trajectory }) =>
      worlds.use(trajectory, (world) => rescoreRecord(trajectory, { world, tests, checks })),
    broken: ({ trajectory }, reason) =>
      rescoreRecord(trajectory, { world: { broken: reason }, tests, checks }),
    [Symbol.asyncDispose]: async () => {
      await tests.close();
      await worlds[Symbol.asyncDispose]();
    },
  };
}
