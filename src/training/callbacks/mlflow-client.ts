import {
  isJsonObject,
  type Json,
  type JsonObject,
  MettleError,
  type OptionKinds,
  option,
} from '../../core/index.js';
import { startDeadline, startOf } from '../../core/internal.js';
import { trainingError } from '../error-codes.js';

/** Sends requests; as the `fetch` of the platform. */
type Fetch = typeof globalThis.fetch;

/** Where an MLflow server is, and how to get in. */
export interface MlflowServer {
  /** Its address, such as `http://127.0.0.1:5000`, with the path where it is behind one. */
  readonly url: string;
  /** Token of a server that asks for one (`Authorization: Bearer`). */
  readonly token?: string;
  /** Default: the platform's. */
  readonly fetch?: Fetch;
  /** Seconds that one request may take. Default 10. */
  readonly timeoutSeconds?: number;
}

/** The kinds of {@link MlflowServer}. */
export const MLFLOW_SERVER: OptionKinds<MlflowServer> = {
  url: option.required(option.string),
  token: option.string,
  fetch: option.any,
  timeoutSeconds: option.seconds,
};

/** Metrics and parameters that one request may carry, as the REST API says. */
const MOST_METRICS = 1000;
const MOST_PARAMETERS = 100;
const LONGEST_PARAMETER = 6000;
const LONGEST_KEY = 250;

/** A figure at a step. */
interface MlflowMetric {
  readonly key: string;
  readonly value: number;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly step: number;
}

/** A run on the server. */
export interface MlflowRun {
  logParameters(parameters: Readonly<Record<string, string>>): Promise<void>;
  logMetrics(metrics: readonly MlflowMetric[]): Promise<void>;
  logArtifact(name: string, content: string): Promise<void>;
  end(at: number, status: 'FINISHED' | 'FAILED'): Promise<void>;
}

/** Begins a run in the experiment of a name, which is made where it does not exist. REST API 2.0 of MLflow. */
export async function startMlflowRun(
  server: MlflowServer,
  run: { readonly experiment: string; readonly name: string; readonly at: number },
): Promise<MlflowRun> {
  const experimentId = await experimentOf(server, run.experiment);
  const reply = await ask(server, 'POST', 'runs/create', {
    experiment_id: experimentId,
    run_name: run.name,
    start_time: run.at,
  });
  const info = part(part(reply, 'run'), 'info');
  const runId = textOf(info.run_id, 'runs/create');
  const artifacts = typeof info.artifact_uri === 'string' ? info.artifact_uri : '';
  return {
    async logParameters(parameters) {
      const params = Object.entries(parameters).map(([key, value]) => ({
        key: keyOf(key),
        value: startOf(value, LONGEST_PARAMETER),
      }));
      for (let from = 0; from < params.length; from += MOST_PARAMETERS) {
        await ask(server, 'POST', 'runs/log-batch', {
          run_id: runId,
          params: params.slice(from, from + MOST_PARAMETERS),
        });
      }
    },
    async logMetrics(metrics) {
      const all = metrics.map((metric) => ({ ...metric, key: keyOf(metric.key) }));
      for (let from = 0; from < all.length; from += MOST_METRICS) {
        await ask(server, 'POST', 'runs/log-batch', {
          run_id: runId,
          metrics: all.slice(from, from + MOST_METRICS),
        });
      }
    },
    async logArtifact(name, content) {
      const place = artifactPath(artifacts);
      if (place === null) {
        throw trainingError(
          'mlflow_failed',
          'The MLflow server keeps artifacts where only its own client can write. Start it with --serve-artifacts.',
        );
      }
      await send(
        server,
        'PUT',
        `/api/2.0/mlflow-artifacts/artifacts/${place}/${encodeURIComponent(name)}`,
        content,
      );
    },
    async end(at, status) {
      await ask(server, 'POST', 'runs/update', { run_id: runId, status, end_time: at });
    },
  };
}

/** A name as MLflow takes it: letters, digits, `_ - . /` and spaces. */
function keyOf(name: string): string {
  return startOf(name.replace(/[^\p{L}\p{N}_\-./ ]/gu, '_'), LONGEST_KEY) || '_';
}

/** The path of a run's artifacts behind the server's own proxy; null where they are kept elsewhere. */
function artifactPath(uri: string): string | null {
  const match = /^mlflow-artifacts:(?:\/\/[^/]*)?\/(.+)$/.exec(uri);
  return match?.[1] === undefined ? null : match[1].split('/').map(encodeURIComponent).join('/');
}

async function experimentOf(server: MlflowServer, name: string): Promise<string> {
  const query = `experiments/get-by-name?experiment_name=${encodeURIComponent(name)}`;
  try {
    const found = await ask(server, 'GET', query, null);
    return textOf(part(found, 'experiment').experiment_id, 'experiments/get-by-name');
  } catch (error) {
    if (!MettleError.isInstance(error) || error.details.errorCode !== 'RESOURCE_DOES_NOT_EXIST') throw error;
  }
  const made = await ask(server, 'POST', 'experiments/create', { name });
  return textOf(made.experiment_id, 'experiments/create');
}

async function ask(
  server: MlflowServer,
  method: 'GET' | 'POST',
  path: string,
  body: JsonObject | null,
): Promise<JsonObject> {
  const text = await send(
    server,
    method,
    `/api/2.0/mlflow/${path}`,
    body === null ? null : JSON.stringify(body),
  );
  const reply = text === '' ? {} : parsed(text);
  if (isJsonObject(reply)) return reply;
  throw failed(path, 'its answer is not a JSON object');
}

async function send(
  server: MlflowServer,
  method: string,
  path: string,
  body: string | null,
): Promise<string> {
  const { fetch = globalThis.fetch, timeoutSeconds = 10, token } = server;
  const limit = startDeadline(timeoutSeconds);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${server.url.replace(/(?<!\/)\/+$/, '')}${path}`, {
      method,
      body,
      headers: {
        ...(body === null
          ? {}
          : { 'content-type': path.includes('mlflow-artifacts') ? 'text/plain' : 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      redirect: 'error',
      signal: limit.signal,
    });
    text = await response.text();
  } catch (cause) {
    throw failed(path, 'it cannot be reached', { cause });
  } finally {
    limit.end();
  }
  if (response.ok) return text;
  const reply = parsed(text);
  const errorCode = isJsonObject(reply) ? reply.error_code : null;
  const said = isJsonObject(reply) && typeof reply.message === 'string' ? startOf(reply.message, 300) : '';
  throw failed(
    path,
    `it answered ${response.status} ${typeof errorCode === 'string' ? errorCode : ''} ${said}`.trim(),
    {
      errorCode,
    },
  );
}

function failed(
  path: string,
  why: string,
  { cause, errorCode = null }: { readonly cause?: unknown; readonly errorCode?: Json | undefined } = {},
): MettleError {
  return trainingError(
    'mlflow_failed',
    `The MLflow server could not be told (${path.replace(/\?.*/, '')}): ${why}.`,
    { cause, details: { errorCode } },
  );
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

function part(reply: JsonObject, name: string): JsonObject {
  const value = reply[name];
  return isJsonObject(value) ? value : {};
}

function textOf(value: Json | undefined, path: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw failed(path, 'its answer has no identifier');
}
