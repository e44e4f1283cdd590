import { startOf } from '../../core/internal.js';
import type { Policy } from '../../environments/index.js';
import type { Outcome, Trajectory } from '../../records/index.js';
import { evaluationError } from '../error-codes.js';
import { type RecordedCall, recordedCalls } from '../verifiers/recorded-calls.js';
import { type Branch, type BranchesOptions, branchAt } from './branch.js';
import type { CallPlan } from './committed-actor.js';
import { type PlayedBranch, playOn } from './play-on.js';
import type { ScoreEpisode } from './score-episode.js';

/** What an episode that was played on came to. */
export interface Continuation extends PlayedBranch {
  readonly outcome: Outcome;
}

/** What all measurements of one attribution share. */
export interface MeasurementOptions extends BranchesOptions {
  readonly score: ScoreEpisode;
  /** Episodes that may still be played. */
  readonly budget: PlayBudget;
}

/** Counts the episodes that are played. */
export class PlayBudget {
  readonly #most: number;
  played = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get left(): number {
    return this.#most - this.played;
  }
}

/** Plays a record on from its branches, and scores what comes of it. */
export class Measurement {
  readonly record: Trajectory;
  readonly calls: readonly RecordedCall[];
  readonly options: MeasurementOptions;

  constructor(record: Trajectory, options: MeasurementOptions) {
    this.record = record;
    this.calls = recordedCalls(record);
    this.options = options;
  }

  /** How the record itself did. */
  async recorded(): Promise<Outcome> {
    await using end = await this.at(this.calls.length);
    if (end.world.stateDigest() !== this.record.finalStateDigest) {
      throw evaluationError(
        'replay_differs',
        `Record ${startOf(this.record.id, 12)} doesn't replay: its world ends in another state.`,
      );
    }
    return this.options.score(this.record, { initial: end.initialState, final: end.world.state() });
  }

  /** A branch with this many calls kept. */
  at(kept: number): Promise<Branch> {
    const last = this.calls[kept - 1];
    return branchAt(this.record, last === undefined ? 0 : last.observedAt + 1, this.options);
  }

  /** What comes of it when a policy plays a branch on; closes the branch. */
  async play(
    from: Branch,
    policy: Policy,
    how: { readonly plan?: CallPlan | undefined; readonly withheld?: ReadonlySet<number> } = {},
  ): Promise<Continuation> {
    const { score, signal, budget } = this.options;
    if (signal?.aborted === true) await from.close();
    signal?.throwIfAborted();
    budget.played += 1;
    const { plan, withheld } = how;
    const played = await playOn(from, policy, {
      ...(plan === undefined ? {} : { plan }),
      ...(withheld === undefined ? {} : { withheld }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { ...played, outcome: await score(played.trajectory, played) };
  }
}
