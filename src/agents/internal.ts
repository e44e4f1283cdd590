/** What siblings need of agents/; no part of the package. */
export { toolFunctions } from './tool-functions.js';
