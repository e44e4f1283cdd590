/** What siblings need of environments/; no part of the package. */
export { CallsAtOnce } from './episodes/calls-at-once.js';
export { environmentWithTools, heldToOfferedTools } from './episodes/environment-with-tools.js';
export { playSubagentThrough, SubagentActor } from './episodes/subagent-actor.js';
