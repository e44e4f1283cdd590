import type { Outcome } from '../judgement.js';
import { type EpisodeStates, scoreOutcome } from '../score-outcome.js';
import type { Trajectory } from '../trajectory.js';

/** Scores an episode whose world was rebuilt. */
export type ScoreEpisode = (trajectory: Trajectory, states: EpisodeStates) => Outcome | Promise<Outcome>;

/** Scores by what the task expects: `scoreOutcome`. */
export const scoreByTask: ScoreEpisode = (trajectory, states) => scoreOutcome(trajectory, states);
