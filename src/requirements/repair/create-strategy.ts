import { defineOptions, option } from '../../core/index.js';
import { askOnce } from './policies/generate-policies.js';
import { sampleAgain } from './policies/repair-policies.js';
import { selectFirstGood } from './policies/select-policies.js';
import { neverStop, stopWhenStuck } from './policies/stop-policies.js';
import type { Strategy, StrategyDefinition } from './strategy.js';

const checkStrategyDefinition = defineOptions<StrategyDefinition>()('strategies.custom', {
  name: option.required(option.text),
  requirements: option.list(),
  attempts: option.wholeNumber(1),
  lanes: option.wholeNumber(1),
  concurrency: option.wholeNumber(1),
  generate: option.callback,
  repair: option.callback,
  stop: option.callback,
  select: option.object,
});

/**
 * Makes a {@link Strategy} of the policies that were given and rejection sampling's for the rest.
 *
 * @throws {MettleError} `core/invalid_option` for sizes that are no whole numbers above 0.
 */
export function createStrategy(definition: StrategyDefinition): Strategy {
  checkStrategyDefinition(definition);
  const lanes = definition.lanes ?? 1;
  return Object.freeze({
    name: definition.name,
    requirements: Object.freeze([...(definition.requirements ?? [])]),
    attempts: definition.attempts ?? 2,
    lanes,
    concurrency: definition.concurrency ?? lanes,
    generate: definition.generate ?? askOnce,
    repair: definition.repair ?? sampleAgain,
    stop: definition.stop ?? (definition.repair === undefined ? neverStop : stopWhenStuck),
    select: definition.select ?? selectFirstGood,
  });
}
