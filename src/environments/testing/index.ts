/** The conformance suite of environments, for worlds of your own. */

export { environmentSuite } from './environment-suite.js';
export type { EnvironmentSubject, HostBait, SubjectCall } from './subject.js';
