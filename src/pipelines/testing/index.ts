/** The conformance suite of task engines, for engines of your own. */

export { type EngineSubject, type EngineSubjectOptions, engineSuite } from './engine-suite.js';
