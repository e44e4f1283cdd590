import { defineOptions, option } from '../../core/index.js';
import type { EngineChoice } from '../../sandbox/index.js';
import { type SandboxedOptions, sandboxPlan } from '../behaviour/sandboxed.js';
import { judgeMachineError } from '../python/python-execution-req.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { checkError, notChecked, passWith } from '../verdict.js';

/** What {@link PlotDependenciesAvailable} takes. */
export interface PlotDependenciesOptions extends Omit<SandboxedOptions, 'engine'> {
  /** Where the code will run; `none` asks nowhere and leaves it unchecked. Default `auto`. */
  readonly engine?: EngineChoice | 'none';
  /** Modules that must import. Default `matplotlib` and `numpy`. */
  readonly modules?: readonly string[];
}

const checkPlotDependenciesOptions = defineOptions<PlotDependenciesOptions>()('PlotDependenciesAvailable', {
  key: option.string,
  severity: option.oneOf(['must', 'should']),
  weight: option.number,
  checkOnly: option.boolean,
  timeoutSeconds: option.number,
  policy: option.object,
  allowedImports: option.any,
  engine: option.oneOf(['monty', 'cpython', 'docker', 'auto', 'none']),
  modules: option.list(option.string),
});

/**
 * The modules that plots need import in the sandbox in which the code will run. If one doesn't, that isn't the code's
 * fault: the verdict is `error`, and the model isn't told.
 *
 * @throws {MettleError} what a sandbox is refused for.
 */
export function PlotDependenciesAvailable(options: PlotDependenciesOptions = {}): Requirement {
  checkPlotDependenciesOptions(options);
  const { engine = 'auto', modules = ['matplotlib', 'numpy'] } = options;
  const plan = engine === 'none' ? null : sandboxPlan({ ...options, engine });
  return createRequirement({
    name: 'PlotDependenciesAvailable',
    description: `The code may use ${modules.join(' and ')}.`,
    how: plan === null ? 'nothing is asked' : 'each module is imported in the sandbox',
    engine,
    ...commonOptions(options),
    async validate(_artefact, context) {
      if (plan === null) return notChecked('Not asked: the engine is `none`.');
      for (const module of modules) {
        const { error } = await context.python.run(`import ${module}`, plan, { signal: context.signal });
        if (error === null) continue;
        return (
          judgeMachineError(error, plan, `import ${module}`) ??
          checkError(
            `Missing dependency: the sandbox cannot import ${module}. Install it for the python3 that the sandbox runs, for example: pip install ${module}`,
          )
        );
      }
      return passWith(`${modules.join(' and ')} import in the sandbox.`);
    },
  });
}
