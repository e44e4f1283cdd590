import { contentHash } from '../core/index.js';
import { type Episode, TRAJECTORY_VERSION, type Trajectory, type TrajectoryVersion } from './trajectory.js';
import { episodeRecord } from './trajectory-record.js';

/** The identity of an episode: a content hash of its record, as the given version writes it. */
export function trajectoryId(episode: Episode & { readonly version?: TrajectoryVersion }): string {
  return contentHash(episodeRecord(episode));
}

/** A trajectory of an episode, in the newest version, not yet scored, verified or checked. */
export function createTrajectory(episode: Episode): Trajectory {
  const versioned = { ...episode, version: TRAJECTORY_VERSION } as const;
  return {
    ...versioned,
    id: trajectoryId(versioned),
    usage: null,
    turns: null,
    callSeconds: null,
    provenance: null,
    outcome: null,
    verification: null,
    requirements: null,
  };
}
