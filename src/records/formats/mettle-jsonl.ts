import { encodeTrajectories } from '../trajectory-jsonl.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/** Mettle's own JSON lines: everything, in a form that can be replayed and verified. */
export const mettleJsonl: TrajectoryFormat = {
  name: 'mettle',
  extension: '.jsonl',
  description: 'whole trajectories, one canonical JSON record a line',
  encode: (trajectories) => ({
    text: encodeTrajectories(trajectories),
    records: trajectories.length,
    skipped: [],
  }),
};
