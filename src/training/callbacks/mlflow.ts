import { defineOptions, option } from '../../core/index.js';
import { invalidOption } from '../../core/internal.js';
import type { Callback, CallbackContext } from '../callback.js';
import type { Logs } from '../history.js';
import { MLFLOW_SERVER, type MlflowRun, type MlflowServer, startMlflowRun } from './mlflow-client.js';
import { tellOutside } from './tell-outside.js';

/** Options of {@link mlflow}. */
export interface MlflowOptions extends MlflowServer {
  /** Name of the experiment, made where it does not exist. Default `mettle`. */
  readonly experiment?: string;
  /** Name of the run. Default: the program's. */
  readonly runName?: string;
  /** Parameters beside those that are logged anyway: program, epochs, batch size, samples. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Whether the leading candidate is stored at the end, as `variables.json`. Default true. */
  readonly artifact?: boolean;
  /** Milliseconds since 1970. Default: the machine's clock. */
  readonly now?: () => number;
}

const checkMlflowOptions = defineOptions<MlflowOptions>()('mlflow', {
  ...MLFLOW_SERVER,
  experiment: option.string,
  runName: option.string,
  parameters: option.record,
  artifact: option.boolean,
  now: option.callback,
});

/**
 * Logs a training to an MLflow server, through its REST API: one run, with parameters, the figures of each epoch and
 * the leading candidate at the end. If the server can't be reached, that is a warning and doesn't end the training.
 *
 * @throws {MettleError} `core/invalid_option` for an address that is none.
 */
export function mlflow(options: MlflowOptions): Callback {
  checkMlflowOptions(options);
  const { experiment = 'mettle', parameters = {}, artifact = true, now = Date.now } = options;
  if (!/^https?:\/\//.test(options.url) || !URL.canParse(options.url)) {
    throw invalidOption('mlflow', 'url', 'an address that begins with http:// or https://', options.url);
  }
  const tell = tellOutside('mlflow');
  let run: MlflowRun | null = null;

  const log = async (step: number, logs: Logs): Promise<void> => {
    const timestamp = now();
    await run?.logMetrics(
      Object.entries(logs).flatMap(([key, value]) =>
        value === null || !Number.isFinite(value) ? [] : [{ key, value, timestamp, step }],
      ),
    );
  };
  return {
    onTrainBegin: (context) =>
      tell(async () => {
        run = null;
        const name = options.runName ?? context.program.name;
        run = await startMlflowRun(options, { experiment, name, at: now() });
        await run.logParameters(parametersOf(context, parameters));
      }),
    onEpochEnd: (epoch, logs) => tell(() => log(epoch, logs)),
    async onTrainEnd(_logs, context) {
      const variables = JSON.stringify(context.leader(), null, 2);
      if (artifact) await tell(async () => await run?.logArtifact('variables.json', variables));
      await tell(async () => await run?.end(now(), 'FINISHED'));
      run = null;
    },
    async onError() {
      await tell(async () => await run?.end(now(), 'FAILED'));
      run = null;
    },
  };
}

function parametersOf(
  { program, parameters }: CallbackContext,
  more: Readonly<Record<string, string | number | boolean>>,
): Record<string, string> {
  const own = {
    program: program.name,
    epochs: parameters.epochs,
    batch_size: parameters.batchSize,
    ...(parameters.samples === null ? {} : { samples: parameters.samples }),
    ...more,
  };
  return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)]));
}
