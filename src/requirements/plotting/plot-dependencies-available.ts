import { type SandboxedOptions, sandboxPlan } from '../behaviour/sandboxed.js';
import { judgeMachineError } from '../python/python-execution-req.js';
import { commonOptions, defineRequirement, type Requirement } from '../requirement.js';
import type { SandboxTier } from '../tier.js';
import { checkError, notChecked, pass } from '../verdict.js';

/** What {@link PlotDependenciesAvailable} takes. */
export interface PlotDependenciesOptions extends Omit<SandboxedOptions, 'tier'> {
  /** Where the code will run; `static` asks nowhere and leaves it unchecked. Default `auto`. */
  readonly tier?: SandboxTier | 'static';
  /** Modules that must import. Default `matplotlib` and `numpy`. */
  readonly modules?: readonly string[];
}

/**
 * The modules that plots need import in the sandbox in which the code will run. Where one does not, that is no
 * fault of the code: the verdict is `error`, and a model hears nothing of it.
 *
 * @throws {MettleError} what a sandbox is refused for.
 */
export function PlotDependenciesAvailable(options: PlotDependenciesOptions = {}): Requirement {
  const { tier = 'auto', modules = ['matplotlib', 'numpy'] } = options;
  const plan = tier === 'static' ? null : sandboxPlan({ ...options, tier });
  return defineRequirement({
    name: 'PlotDependenciesAvailable',
    description: `The code may use ${modules.join(' and ')}.`,
    how: plan === null ? 'nothing is asked' : 'each module is imported in the sandbox',
    tier,
    ...commonOptions(options),
    async validate(_artefact, context) {
      if (plan === null) return notChecked('Not asked: the static tier runs nothing.');
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
      return pass(`${modules.join(' and ')} import in the sandbox.`);
    },
  });
}
