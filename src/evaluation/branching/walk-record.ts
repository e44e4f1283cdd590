import { canonicalJson, type Json, type MettleError, type OptionKinds, option } from '../../core/index.js';
import { shortened, startOf } from '../../core/internal.js';
import type { Environment, ToolCallResult, World } from '../../environments/index.js';
import { maskVolatile } from '../../environments/internal.js';
import type { Trajectory } from '../../records/index.js';
import { evaluationError } from '../error-codes.js';
import {
  asOffered,
  contradictions,
  environmentMismatches,
  volatilePaths,
} from '../verifiers/record-rules.js';
import { type RecordedCall, recordedCalls } from '../verifiers/recorded-calls.js';

/** Characters of a value that an error shows. */
const SHOWN = 120;

/** What rebuilding the worlds of a record needs. */
export interface WalkOptions {
  /** The environment that the record was made in. */
  readonly environment: Environment;
  /** Ends the work, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The kinds of {@link WalkOptions}. */
export const WALK_OPTIONS: OptionKinds<WalkOptions> = {
  environment: option.required(option.object),
  signal: option.signal,
};

/** A record on its way through a fresh world. */
export interface RecordWalk {
  readonly calls: readonly RecordedCall[];
  /** The world so far. Whoever began the walk closes it. */
  readonly world: World;
  /** Makes the next call again; throws as {@link beginWalk}. */
  next(): Promise<void>;
  /** Compares the end of the world with that of the record, after the last call. */
  checkEnd(): void;
}

/**
 * Begins to make the calls of a record again, one after another, in a fresh world. All that the world answers is compared with
 * the record.
 * @throws {MettleError} `evaluation/cannot_replay` when the environment can't or is another one, `evaluation/damaged_record`
 *   when the record contradicts itself, `evaluation/replay_differs` when the world answers otherwise.
 */
export async function beginWalk(
  record: Trajectory,
  { environment, signal }: WalkOptions,
): Promise<RecordWalk> {
  const calls = checkedCalls(record, environment);
  signal?.throwIfAborted();
  const options = signal === undefined ? {} : { signal };
  const world = await asOffered(environment, record).open({ seed: record.seed, ...options });
  try {
    compare(record, 'the start', 'state', record.initialStateDigest, world.stateDigest());
  } catch (error) {
    await world.close();
    throw error;
  }
  let done = 0;
  return {
    calls,
    world,
    next: async () => {
      const call = calls[done];
      if (call === undefined) throw new Error('The walk is at the end of its record.');
      done += 1;
      const replayed = await world.call(call.step.tool, call.input, options);
      compareCall(record, call, replayed, volatilePaths(environment, call.step.tool));
    },
    checkEnd: () => compare(record, 'the end', 'state', record.finalStateDigest, world.stateDigest()),
  };
}

/** The calls of a record that can be replayed in an environment. Throws as {@link beginWalk}. */
function checkedCalls(record: Trajectory, environment: Environment): readonly RecordedCall[] {
  const { replay } = environment.capabilities;
  if (replay !== true) {
    throw cannotReplay(`Worlds of ${environment.name} can't be rebuilt from a record: ${replay}.`);
  }
  if (record.environment.fingerprint !== environment.fingerprint) {
    throw cannotReplay(
      `Record ${startOf(record.id, 12)} was made in another environment (${record.environment.name}) than ${environment.name}.`,
    );
  }
  const [wrong] = [...contradictions(record), ...environmentMismatches(record, environment)];
  if (wrong !== undefined) {
    const where = wrong.step === -1 ? '' : `at step ${wrong.step} `;
    throw evaluationError(
      'damaged_record',
      `Record ${startOf(record.id, 12)} was edited after it was made: ${where}its ${wrong.field} is ${shortened(wrong.recorded, SHOWN)}, and should be ${shortened(wrong.replayed, SHOWN)}.`,
    );
  }
  return recordedCalls(record);
}

function compareCall(
  record: Trajectory,
  call: RecordedCall,
  { observation, stateDigest, changes }: ToolCallResult,
  volatilePaths: readonly string[],
): void {
  const recorded = call.observation;
  const where = `step ${call.index} (${call.step.tool})`;
  const [said, found] = [maskVolatile(recorded, volatilePaths), maskVolatile(observation, volatilePaths)];
  for (const field of ['status', 'content', 'data', 'error'] as const) {
    compare(record, where, field, said[field] as Json, found[field] as Json);
  }
  compare(record, where, 'state', recorded.stateDigest, stateDigest);
  compare(record, where, 'changes', recorded.changes as unknown as Json, changes as unknown as Json);
}

function compare(record: Trajectory, where: string, field: string, recorded: Json, replayed: Json): void {
  const [left, right] = [canonicalJson(recorded), canonicalJson(replayed)];
  if (left === right) return;
  throw evaluationError(
    'replay_differs',
    `Record ${startOf(record.id, 12)} doesn't replay: at ${where}, ${field} was ${shortened(left, SHOWN)} and is now ${shortened(right, SHOWN)}.`,
  );
}

function cannotReplay(message: string): MettleError {
  return evaluationError('cannot_replay', message);
}
