import { generationError } from '../error-codes.js';

/**
 * How an episode is played: by one agent · by a planner, an executor and a critic · by one agent that has the tools that
 * run code and no others.
 */
export type TrajectoryMode = 'single_agent' | 'multi_agent' | 'code_execution';

/** Every mode, in the order in which `varyModes` takes them. */
export const TRAJECTORY_MODES: readonly TrajectoryMode[] = ['single_agent', 'multi_agent', 'code_execution'];

/** @throws {MettleError} `generation/unknown_mode`. */
export function checkMode(mode: string): TrajectoryMode {
  const known = TRAJECTORY_MODES.find((name) => name === mode);
  if (known !== undefined) return known;
  throw generationError(
    'unknown_mode',
    `There is no mode ${JSON.stringify(mode)}; there are ${TRAJECTORY_MODES.join(', ')}.`,
  );
}
