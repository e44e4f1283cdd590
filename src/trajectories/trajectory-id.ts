import { contentHash } from '../core/index.js';
import { type Episode, TRAJECTORY_VERSION, type Trajectory } from './trajectory.js';
import { episodeRecord } from './trajectory-record.js';

/** The identity of an episode: a content hash of its record. */
export function trajectoryId(episode: Episode): string {
  return contentHash(episodeRecord(episode));
}

/** A trajectory of an episode, not yet scored, verified or checked. */
export function createTrajectory(episode: Episode): Trajectory {
  return {
    ...episode,
    version: TRAJECTORY_VERSION,
    id: trajectoryId(episode),
    outcome: null,
    verification: null,
    requirements: null,
  };
}
