/** What siblings need of programs/; no part of the package. */
export { MESSAGE_SCHEMA } from './modules/asking-module.js';
export { instructionsVariable } from './modules/prompt-variables.js';
export { restoredModel } from './saving/save-modules.js';
