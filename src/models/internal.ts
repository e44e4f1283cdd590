/** What siblings need of models/; no part of the package. */

export { modelError } from './error-codes.js';
export { modelName } from './model.js';
export { MODEL } from './model-kind.js';
export { nameOfModel } from './open-model.js';
export { plainResponse, UNKNOWN_USAGE } from './plain-response.js';
export { totalTokens, writtenText } from './response.js';
export { streamOfResponse } from './stream-event.js';
export { type BudgetLedger, createLedgerBudget, type LedgerState } from './wrappers/budget.js';
export { systemClock } from './wrappers/clock.js';
export { estimateInputTokens } from './wrappers/estimate-tokens.js';
export { checkPrices } from './wrappers/prices.js';
export { retryAloud } from './wrappers/retry-aloud.js';
