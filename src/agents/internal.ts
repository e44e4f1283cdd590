/** What siblings need of agents/; no part of the package. */
export { AGENT_OPTIONS } from './agent-options.js';
export { callWith } from './function-calling-agent.js';
export { toolFunctions } from './tool-functions.js';
