import type { Trajectory } from '../../../records/index.js';
import type { VerifiedRecord } from '../../verify/verify-report.js';
import type { RecordWork } from '../records/record-work.js';
import { openRecordedWorlds, type RecordedWorlds, type RecordWorld } from '../records/recorded-worlds.js';
import { type Prover, replayProver } from './provers.js';

/** A record that was proved, or not: what is counted, and the text for each file that is written. */
export interface ProvedRecord extends VerifiedRecord {
  readonly texts: readonly string[];
}

/** How records are verified, as plain data. */
export interface VerifyRecipe {
  /** The file of the records, as it was named, and its whole path. */
  readonly file: string;
  readonly path: string;
  readonly first: Trajectory;
  readonly env: string | undefined;
  readonly cwd: string;
  /** The whole path of the private key; undefined where nothing is signed. */
  readonly privateKeyFile: string | undefined;
}

/** The work of {@link verifyWork} with worlds and a prover of its own. */
export async function openVerifyWork(recipe: VerifyRecipe): Promise<RecordWork<ProvedRecord>> {
  const { file, path, first, env, cwd, privateKeyFile } = recipe;
  const worlds = await openRecordedWorlds(file, first, { env, cwd, say: () => undefined });
  return verifyWork(worlds, replayProver(path, privateKeyFile));
}

/** Proves records in their worlds; without worlds, by themselves. Disposed, it closes both. */
export function verifyWork(worlds: RecordedWorlds | null, prover: Prover): RecordWork<ProvedRecord> {
  const provedIn = async (trajectory: Trajectory, line: number, world: RecordWorld) => {
    const { finding, texts } = await prover.prove(trajectory, world);
    return { ...finding, line, id: trajectory.id, texts };
  };
  return {
    work: ({ line, trajectory }) => {
      const work = (world: RecordWorld) => provedIn(trajectory, line, world);
      return worlds === null ? work({ environment: null }) : worlds.use(trajectory, work);
    },
    broken: ({ line, trajectory }, reason) => provedIn(trajectory, line, { broken: reason }),
    [Symbol.asyncDispose]: async () => {
      await prover[Symbol.asyncDispose]();
      await worlds?.[Symbol.asyncDispose]();
    },
  };
}
