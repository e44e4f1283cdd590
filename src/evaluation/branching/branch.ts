import { defineOptions, type OptionKinds, option } from '../../core/index.js';
import { startOf } from '../../core/internal.js';
import type { Environment, World, WorldState } from '../../environments/index.js';
import { environmentError } from '../../environments/internal.js';
import type { Trajectory } from '../../records/index.js';
import { evaluationError } from '../error-codes.js';
import { type RecordedCall, recordedCalls } from '../verifiers/recorded-calls.js';
import { beginWalk, WALK_OPTIONS, type WalkOptions } from './walk-record.js';

/** A living world in the middle of a recorded episode. */
export interface Branch extends AsyncDisposable {
  readonly record: Trajectory;
  readonly environment: Environment;
  /** The steps of the record before this index are kept: up to the answer of the last kept call. */
  readonly step: number;
  /** The calls that are kept. */
  readonly kept: readonly RecordedCall[];
  /** The world after the kept calls. Whoever got the branch closes it. */
  readonly world: World;
  /** The facts that the episode began with. */
  readonly initialState: WorldState;
  /** Closes the world. Closing twice is fine. */
  close(): Promise<void>;
}

/** What {@link branches} takes. */
export interface BranchesOptions extends WalkOptions {
  /**
   * What to do where worlds can't fork: `refuse` (the default), or `replay` the record from the start for each branch, which
   * takes as many times longer as there are calls.
   */
  readonly withoutFork?: 'refuse' | 'replay';
}

/** The kinds of {@link BranchesOptions}. */
export const BRANCHES_OPTIONS: OptionKinds<BranchesOptions> = {
  ...WALK_OPTIONS,
  withoutFork: option.oneOf(['refuse', 'replay']),
};

const checkBranchOptions = defineOptions<WalkOptions>()('branch', WALK_OPTIONS);
const checkBranchesOptions = defineOptions<BranchesOptions>()('branches', BRANCHES_OPTIONS);

/**
 * The open world of a record as it was before one of its steps: the calls up to it are repeated in a fresh world, and
 * every answer is compared with the record on the way. Close it at the end.
 *
 * @param step - an index into the record's steps, or their number for the end. Calls that are answered before it are kept.
 *
 * @example
 * ```ts
 * import { createSqlEnvironment, recordTrajectory } from 'mettle/environments';
 * import { branch } from 'mettle/evaluation';
 *
 * const environment = await createSqlEnvironment({
 *   content: { tables: [{ name: 'fruit', columns: 'name TEXT PRIMARY KEY, cents INTEGER', rows: [['fig', 80]] }] },
 * });
 * const record = await recordTrajectory({
 *   environment,
 *   task: { id: 'empty', category: 'write', prompt: 'Sell all.', expected: { answer: null, stateDigest: null }, metadata: {} },
 *   policy: {
 *     name: 'seller',
 *     version: '1',
 *     play: async (_, actor) => {
 *       await actor.call('sql_query', { sql: 'SELECT name FROM fruit' });
 *       await actor.call('sql_execute', { sql: 'DELETE FROM fruit' });
 *       actor.answer('done');
 *     },
 *   },
 *   seed: 0,
 * });
 * const before = await branch(record, 2, { environment });
 * const after = await branch(record, 4, { environment });
 * console.log(before.world.state().size, after.world.state().size); // → 1 0
 * await after.close();
 * await before.close();
 * ```
 * @throws {MettleError} `evaluation/no_such_step`; `evaluation/cannot_replay` for a record of another environment or one that can't replay;
 *   `evaluation/damaged_record` for one that contradicts itself; `evaluation/replay_differs` where a world answers otherwise.
 */
export async function branch(record: Trajectory, step: number, options: WalkOptions): Promise<Branch> {
  return branchAt(record, step, checkBranchOptions(options));
}

/** {@link branch}, for siblings, whose options may be more than those. */
export async function branchAt(record: Trajectory, step: number, options: WalkOptions): Promise<Branch> {
  if (!Number.isSafeInteger(step) || step < 0 || step > record.steps.length) {
    throw evaluationError(
      'no_such_step',
      `Record ${startOf(record.id, 12)} has steps 0 to ${record.steps.length - 1}; ${record.steps.length} is its end; got ${step}.`,
    );
  }
  const kept = recordedCalls(record).filter(({ observedAt }) => observedAt < step);
  return rebuild(record, kept, options);
}

/**
 * A branch before the first call of a record and after each: the record is replayed once, and the world forks at every call.
 * Close each branch.
 * @throws {MettleError} `environments/cannot_fork`, or as {@link branch}.
 */
export function branches(
  record: Trajectory,
  options: BranchesOptions,
): AsyncGenerator<Branch, void, undefined> {
  return eachBranch(record, checkBranchesOptions(options));
}

/** {@link branches}, for siblings, whose options may be more than those. */
export async function* eachBranch(
  record: Trajectory,
  options: BranchesOptions,
): AsyncGenerator<Branch, void, undefined> {
  const { environment, withoutFork = 'refuse' } = options;
  const calls = recordedCalls(record);
  const { fork } = environment.capabilities;
  if (fork !== true) {
    if (withoutFork === 'refuse') {
      throw environmentError(
        'cannot_fork',
        `Worlds of ${environment.name} have no branches: ${fork}. With withoutFork: 'replay' each branch replays the record from its start.`,
      );
    }
    for (let count = 0; count <= calls.length; count++) {
      yield await rebuild(record, calls.slice(0, count), options);
    }
    return;
  }
  const walk = await beginWalk(record, options);
  try {
    const initialState = walk.world.state();
    for (let count = 0; count <= calls.length; count++) {
      if (count > 0) await walk.next();
      yield branchOf(record, environment, calls.slice(0, count), await walk.world.fork(), initialState);
    }
    walk.checkEnd();
  } finally {
    await walk.world.close();
  }
}

/** A branch in a world of its own, made by replay. */
async function rebuild(
  record: Trajectory,
  kept: readonly RecordedCall[],
  options: WalkOptions,
): Promise<Branch> {
  const walk = await beginWalk(record, options);
  try {
    const initialState = walk.world.state();
    for (const _ of kept) await walk.next();
    return branchOf(record, options.environment, kept, walk.world, initialState);
  } catch (error) {
    await walk.world.close();
    throw error;
  }
}

function branchOf(
  record: Trajectory,
  environment: Environment,
  kept: readonly RecordedCall[],
  world: World,
  initialState: WorldState,
): Branch {
  const step = kept.reduce((end, { observedAt }) => Math.max(end, observedAt + 1), 0);
  const close = (): Promise<void> => world.close();
  return { record, environment, step, kept, world, initialState, close, [Symbol.asyncDispose]: close };
}
