import { defineOptions, option } from '../../core/index.js';
import { requirementError } from '../error-codes.js';
import {
  PYTHON_CODE_GENERATION_OPTIONS,
  type PythonCodeGenerationOptions,
  pythonCodeGenerationRequirements,
} from '../python/python-code-generation-requirements.js';
import type { Requirement } from '../requirement.js';
import { MatplotlibHeadlessBackend } from './matplotlib-headless-backend.js';
import { PlotDependenciesAvailable } from './plot-dependencies-available.js';
import { PlotFileSaved } from './plot-file-saved.js';

/** What {@link pythonPlottingRequirements} takes. */
export interface PythonPlottingOptions extends PythonCodeGenerationOptions {
  /** The path that the plot must be saved to, as the code writes it. */
  readonly outputPath: string;
}

const checkPythonPlottingOptions = defineOptions<PythonPlottingOptions>()('pythonPlottingRequirements', {
  ...PYTHON_CODE_GENERATION_OPTIONS,
  outputPath: option.required(option.words),
});

/**
 * The bundle for generated plots, always seven: the four of `pythonCodeGenerationRequirements`, then
 * `MatplotlibHeadlessBackend`, `PlotFileSaved` and `PlotDependenciesAvailable`. Default time limit 10 seconds.
 *
 * @throws {MettleError} as `pythonCodeGenerationRequirements` does, and `core/invalid_option` for an empty path.
 */
export function pythonPlottingRequirements(options: PythonPlottingOptions): readonly Requirement[] {
  checkPythonPlottingOptions(options);
  const { outputPath, timeoutSeconds = 10, ...shared } = options;
  const engine = options.engine ?? (options.useSandbox === true ? 'auto' : 'none');
  const bundle = pythonCodeGenerationRequirements({ ...shared, timeoutSeconds });
  if (engine === 'local_unsafe') {
    throw requirementError(
      'conflicting_options',
      'Plots are checked in a sandbox: use one of the engines static, cpython, docker or auto.',
    );
  }
  const { allowedImports = null, policy } = options;
  const runs = { engine, timeoutSeconds, ...(policy === undefined ? {} : { policy }) };
  return [
    ...bundle,
    MatplotlibHeadlessBackend(),
    PlotFileSaved({ outputPath, allowedImports, ...runs }),
    PlotDependenciesAvailable(runs),
  ];
}
