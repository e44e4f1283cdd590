import type { EpisodeStates } from '../episode-states.js';
import { scoreOutcomeInSandbox } from '../hidden-tests.js';
import type { Outcome } from '../judgement.js';
import type { Trajectory } from '../trajectory.js';

/** Scores an episode whose world was rebuilt. */
export type ScoreEpisode = (trajectory: Trajectory, states: EpisodeStates) => Outcome | Promise<Outcome>;

/** Scores by what the task expects, its hidden tests included: `scoreOutcomeInSandbox`. */
export const scoreByTask: ScoreEpisode = (trajectory, states) => scoreOutcomeInSandbox(trajectory, states);
