/**
 * What makes the strategies of a repair loop, exported as `strategies`. Each takes the loop's size; `custom` takes
 * the policies. Voting, escalation and others are recipes in `docs/repair-recipes.md`.
 *
 * @example
 * ```ts
 * import { strategies } from 'mettle/requirements';
 *
 * const patient = strategies.multiTurn({ attempts: 5 });
 * const stubborn = strategies.custom({ ...patient, name: 'stubborn', stop: () => null });
 * console.log(patient.attempts, stubborn.attempts); // → 5 5
 * ```
 */
export { createStrategy as custom } from './create-strategy.js';
export { modelFriendlyRepair } from './presets/model-friendly-repair.js';
export { multiTurn } from './presets/multi-turn.js';
export { rejectionSampling } from './presets/rejection-sampling.js';
