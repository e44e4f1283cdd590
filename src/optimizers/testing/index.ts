/** The conformance suite of optimizers, for optimizers of your own. */

export { type OptimizerSubject, optimizerSuite } from './optimizer-suite.js';
