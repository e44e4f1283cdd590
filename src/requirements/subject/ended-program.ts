import type { RunError } from '../../sandbox/index.js';

/** The error of a function that ended the program, however well: it has not returned. */
export const ENDED_PROGRAM: RunError = {
  kind: 'runtime',
  type: 'SystemExit',
  message: 'it ended the program instead of returning',
  line: null,
  frames: [],
  hint: 'Return a value; do not call sys.exit().',
};
