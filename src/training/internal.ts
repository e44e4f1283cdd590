/** What siblings need of training/; no part of the package. */
export { BudgetMeter } from './budget.js';
export { trainingError } from './error-codes.js';
export { checkTrainingSettings } from './fit-options.js';
export { JUDGED_FIELDS, judgedPart } from './mask-options.js';
export { passAtKOf, passHatKOf } from './metrics/at-k.js';
export { allPassed } from './outcome.js';
export { pythonToJson } from './python-to-json.js';
export { ENTRY_POINT } from './script-harness.js';
export { NO_USAGE, usageOfMeter } from './training-outcome.js';
