import type { PythonRunner } from './python-runner.js';

/** A runner that remembers whether `auto` ran anything in Monty. */
export interface WatchedRunner {
  readonly python: PythonRunner;
  /** Whether a run that asked for the engine `auto` came to Monty: nothing here confines CPython. */
  readonly autoRanMonty: () => boolean;
}

/** Watches the runs that one requirement asks for. */
export function watchEngines(python: PythonRunner): WatchedRunner {
  let autoRanMonty = false;
  return {
    autoRanMonty: () => autoRanMonty,
    python: {
      async run(code, plan, options) {
        const execution = await python.run(code, plan, options);
        if (plan.engine === 'auto' && execution.engine === 'monty') autoRanMonty = true;
        return execution;
      },
      use: (plan, body, options) =>
        python.use(
          plan,
          async (sandbox) => {
            const isMonty = plan.engine === 'auto' && (await sandbox.capabilities()).engine === 'monty';
            if (isMonty) autoRanMonty = true;
            return body(sandbox);
          },
          options,
        ),
    },
  };
}
