/** The conformance suite of sandboxes, for engines of your own. */

export { sandboxSuite } from './sandbox-suite.js';
