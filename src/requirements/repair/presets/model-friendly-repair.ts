import { createStrategy } from '../create-strategy.js';
import { repairWithCode } from '../policies/repair-policies.js';
import type { Strategy } from '../strategy.js';
import type { LoopSize } from './loop-size.js';

import { checkLoopSize } from './loop-size.js';

/**
 * Asks again with the model's own code, its lines numbered and the findings at their lines, and the failures by
 * root cause. The conversation does not grow. Default 3 attempts.
 */
export function modelFriendlyRepair(size: LoopSize = {}): Strategy {
  checkLoopSize(size, 'strategies.modelFriendlyRepair');
  return createStrategy({ name: 'modelFriendlyRepair', attempts: 3, ...size, repair: repairWithCode });
}
