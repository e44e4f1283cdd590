import { defineOptions, type OptionKinds, type OptionsCheck, option } from '../../../core/index.js';
import type { Requirement } from '../../requirement.js';

/** What every preset takes. */
export interface LoopSize {
  /** Attempts in each lane. Default 2. */
  readonly attempts?: number;
  /** Independent lines of attempts at the same time; the first good answer ends the others. Default 1. */
  readonly lanes?: number;
  /** Requirements that come with the strategy. */
  readonly requirements?: readonly Requirement[];
}

/** The kinds of {@link LoopSize}. */
const LOOP_SIZE: OptionKinds<LoopSize> = {
  attempts: option.number,
  lanes: option.number,
  requirements: option.list(),
};

/** Checks {@link LoopSize}. */
export const checkLoopSize: OptionsCheck = defineOptions<LoopSize>()('A strategy', LOOP_SIZE);
