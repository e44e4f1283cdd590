import {
  type PythonPlottingOptions,
  pythonPlottingRequirements,
} from '../../plotting/python-plotting-requirements.js';
import {
  type PythonCodeGenerationOptions,
  pythonCodeGenerationRequirements,
} from '../../python/python-code-generation-requirements.js';
import type { Strategy } from '../strategy.js';
import type { LoopSize } from './loop-size.js';
import { modelFriendlyRepair } from './model-friendly-repair.js';

/**
 * The strategy for generated Python: the bundle of `pythonCodeGenerationRequirements`, repaired with the model's own
 * code shown. Requirements given here, or to the loop, are checked too. Default 2 attempts.
 *
 * @throws {MettleError} as `pythonCodeGenerationRequirements` does.
 */
export function pythonCodeGenerationSampling(options: PythonCodeGenerationOptions & LoopSize = {}): Strategy {
  const { attempts = 2, lanes = 1, requirements = [] } = options;
  return modelFriendlyRepair({
    attempts,
    lanes,
    requirements: [...pythonCodeGenerationRequirements(options), ...requirements],
  });
}

/**
 * The strategy for generated plots: the bundle of `pythonPlottingRequirements`, repaired with the model's own code
 * shown. Default 3 attempts.
 *
 * @throws {MettleError} as `pythonPlottingRequirements` does.
 */
export function pythonPlottingSampling(options: PythonPlottingOptions & LoopSize): Strategy {
  const { attempts = 3, lanes = 1, requirements = [] } = options;
  return modelFriendlyRepair({
    attempts,
    lanes,
    requirements: [...pythonPlottingRequirements(options), ...requirements],
  });
}
