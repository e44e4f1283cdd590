import { createStrategy } from '../create-strategy.js';
import type { Strategy } from '../strategy.js';
import type { LoopSize } from './loop-size.js';

import { checkLoopSize } from './loop-size.js';

/**
 * Samples anew until an answer is good: the same question each time, with another seed, without feedback. It lasts as
 * long as the budget: an answer that came again says nothing about the next one.
 */
export function rejectionSampling(size: LoopSize = {}): Strategy {
  checkLoopSize(size, 'strategies.rejectionSampling');
  return createStrategy({ name: 'rejectionSampling', ...size });
}
