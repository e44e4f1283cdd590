/** What siblings need of programs/; no part of the package. */
export { MODULE_OPTIONS } from './module.js';
export { MESSAGE_SCHEMA } from './modules/asking-module.js';
export { instructionsVariable } from './modules/prompt-variables.js';
export { restoredModel } from './saving/save-modules.js';
