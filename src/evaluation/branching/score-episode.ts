import type { EpisodeStates } from '../../environments/index.js';
import type { Outcome, Trajectory } from '../../records/index.js';
import { scoreOutcomeInSandbox } from '../scoring/hidden-tests.js';

/** Scores an episode whose world was rebuilt. */
export type ScoreEpisode = (trajectory: Trajectory, states: EpisodeStates) => Outcome | Promise<Outcome>;

/** Scores by what the task expects, its hidden tests included: `scoreOutcomeInSandbox`. */
export const scoreByTask: ScoreEpisode = (trajectory, states) => scoreOutcomeInSandbox(trajectory, states);
