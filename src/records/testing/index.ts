/** The conformance suite of formats for trajectories, for formats of your own. */

export { formatSuite } from './format-suite.js';
export { sampleTrajectories } from './sample-trajectories.js';
