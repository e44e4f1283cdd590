import { createStrategy } from '../create-strategy.js';
import { repairInConversation } from '../policies/repair-policies.js';
import type { Strategy } from '../strategy.js';
import type { LoopSize } from './loop-size.js';

import { checkLoopSize } from './loop-size.js';

/** Goes on with the conversation: answer, what failed, answer, … */
export function multiTurn(size: LoopSize = {}): Strategy {
  checkLoopSize(size, 'strategies.multiTurn');
  return createStrategy({ name: 'multiTurn', ...size, repair: repairInConversation });
}
