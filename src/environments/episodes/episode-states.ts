import type { Trajectory } from '../../records/index.js';
import type { WorldState } from '../world-state.js';

/** The facts of a world at the start and at the end of an episode, as `playEpisode` gives them. */
export interface EpisodeStates {
  readonly initial: WorldState;
  readonly final: WorldState;
}

/** An episode, and what the world was at its start and at its end. */
export interface PlayedEpisode extends EpisodeStates {
  readonly trajectory: Trajectory;
}
