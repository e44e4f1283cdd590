import { checkPositiveInteger } from '../arguments.js';
import { askOnce } from './policies/generate-policies.js';
import { sampleAgain } from './policies/repair-policies.js';
import { selectFirstGood } from './policies/select-policies.js';
import { neverStop, stopWhenStuck } from './policies/stop-policies.js';
import type { Strategy, StrategyDefinition } from './strategy.js';

/**
 * Makes a {@link Strategy} of the policies that were given and rejection sampling's for the rest.
 *
 * @throws {MettleError} `requirements/not_positive` for sizes that are no whole numbers above 0.
 */
export function createStrategy(definition: StrategyDefinition): Strategy {
  const lanes = checkPositiveInteger('lanes', definition.lanes ?? 1);
  return Object.freeze({
    name: definition.name,
    requirements: Object.freeze([...(definition.requirements ?? [])]),
    attempts: checkPositiveInteger('attempts', definition.attempts ?? 2),
    lanes,
    parallel: checkPositiveInteger('parallel', definition.parallel ?? lanes),
    generate: definition.generate ?? askOnce,
    repair: definition.repair ?? sampleAgain,
    stop: definition.stop ?? (definition.repair === undefined ? neverStop : stopWhenStuck),
    select: definition.select ?? selectFirstGood,
  });
}
