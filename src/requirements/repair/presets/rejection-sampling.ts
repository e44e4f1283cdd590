import { createStrategy } from '../create-strategy.js';
import { sampleAgain } from '../policies/repair-policies.js';
import { stopWhenStuck } from '../policies/stop-policies.js';
import type { Strategy } from '../strategy.js';
import type { LoopSize } from './loop-size.js';

/**
 * Samples anew until an answer is good: the same question each time, with another seed, without feedback. Stops
 * early when the model gives the same answer twice, since it would again.
 */
export function rejectionSampling(size: LoopSize = {}): Strategy {
  return createStrategy({
    name: 'rejectionSampling',
    ...size,
    repair: sampleAgain,
    stop: stopWhenStuck({ compareFailures: false }),
  });
}
