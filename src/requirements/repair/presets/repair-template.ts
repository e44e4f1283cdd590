import { createStrategy } from '../create-strategy.js';
import { repairByTemplate } from '../policies/repair-policies.js';
import type { Strategy } from '../strategy.js';
import type { LoopSize } from './loop-size.js';

import { checkLoopSize } from './loop-size.js';

/** Asks again with the list of the requirements that failed last; the model does not see its earlier answer. */
export function repairTemplate(size: LoopSize = {}): Strategy {
  checkLoopSize(size, 'strategies.repairTemplate');
  return createStrategy({ name: 'repairTemplate', ...size, repair: repairByTemplate });
}
