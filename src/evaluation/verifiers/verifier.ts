import type { Environment, EpisodeStates } from '../../environments/index.js';
import type { Outcome, ReplayMismatch, Trajectory } from '../../records/index.js';
import type { Verdict } from '../../requirements/index.js';

/** What running a record again in a fresh world gave. */
export interface Replay {
  /** `not_checked` where nothing was replayed: no such world, no call, a record that contradicts itself. */
  readonly verdict: Verdict;
  readonly reason: string;
  readonly calls: number;
  readonly mismatches: readonly ReplayMismatch[];
  /** The world at the start and at the end, where every call gave the same; else null. */
  readonly states: EpisodeStates | null;
}

/** What a verifier may look at beside the record. */
export interface VerifierContext {
  /** The environment that the record is said to come from; null where none is at hand. */
  readonly environment: Environment | null;
  /** Where the record contradicts itself; found once, however many verifiers ask. */
  contradictions(): readonly ReplayMismatch[];
  /** Replays the record; once, however many verifiers ask. */
  replay(): Promise<Replay>;
  /** How the episode did, by the replayed states and, where they are run, by its task's hidden tests; found once. */
  outcome(): Promise<Outcome>;
}

/** What a verifier found. */
export interface VerifierFinding {
  readonly verdict: Verdict;
  /** One line. */
  readonly detail: string;
  /** Where the record is not what it should be; default none. */
  readonly mismatches?: readonly ReplayMismatch[];
}

/** One check of a record. One that throws has the verdict `error`. */
export interface Verifier {
  /** Names it among those that are run together. */
  readonly name: string;
  /** Changes with what it checks; default `1`. */
  readonly version?: string;
  /** Whether the record is verified only if this passes; else it advises. */
  readonly required: boolean;
  check(trajectory: Trajectory, context: VerifierContext): VerifierFinding | Promise<VerifierFinding>;
}
