import { setTimeout as pause } from 'node:timers/promises';
import {
  defineOptions,
  isJsonObject,
  type Json,
  type JsonObject,
  MettleError,
  type OptionKinds,
  option,
  parseJsonText,
} from '../../core/index.js';
import { errorMessage, startDeadline, startOf, visibleText } from '../../core/internal.js';
import { type Dataset, datasetOf, SAMPLE_OPTIONS, type SampleOptions } from '../dataset.js';
import { datasetError } from '../error-codes.js';
import type { Row } from '../row.js';

/** How the Hugging Face datasets server is asked. */
export interface ServerOptions {
  /** Default `https://datasets-server.huggingface.co`. */
  readonly server?: string;
  /** An access token, for sets that need one. It is sent to `server` alone. */
  readonly token?: string;
  /** Milliseconds before a request that failed is tried again; doubled each time. Default 1000. */
  readonly retryDelay?: number;
  readonly signal?: AbortSignal;
}

/** The names of {@link ServerOptions}. */
export const SERVER_OPTIONS: OptionKinds<ServerOptions> = {
  server: option.any,
  token: option.any,
  retryDelay: option.number,
  signal: option.signal,
};

/** A set on the Hugging Face Hub, and how its rows become samples. */
export interface HuggingFaceDatasetOptions extends SampleOptions, ServerOptions {
  /** `owner/name`. */
  readonly dataset: string;
  /** Default `default`. */
  readonly config?: string;
  readonly split: string;
}

const checkHuggingFaceDatasetOptions = defineOptions<HuggingFaceDatasetOptions>()('huggingFaceDataset', {
  ...SAMPLE_OPTIONS,
  ...SERVER_OPTIONS,
  dataset: option.required(option.string),
  config: option.string,
  split: option.required(option.string),
});

const SERVER = 'https://datasets-server.huggingface.co';
const PAGE = 100;
const MAX_PAGE = 100_000_000;
const TRIES = 4;
/** Milliseconds that a server may ask for before the next try. */
const LONGEST_PAUSE = 60_000;

/**
 * Samples of a set on the Hugging Face Hub, read from its datasets server a hundred rows at a time, as you iterate.
 * Nothing is kept on disk. If the server holds only part of a set, that part is read, with a process warning.
 */
export function huggingFaceDataset(options: HuggingFaceDatasetOptions): Dataset {
  checkHuggingFaceDatasetOptions(options);
  return datasetOf(() => huggingFaceRows(options), options);
}

/** The rows of a split, in order. */
export async function* huggingFaceRows(
  options: HuggingFaceDatasetOptions,
): AsyncGenerator<Row, void, undefined> {
  const { dataset, config = 'default', split } = options;
  const name = `${dataset} (${config}, ${split})`;
  for (let offset = 0, total = 1; offset < total; ) {
    const query = new URLSearchParams({
      dataset,
      config,
      split,
      offset: String(offset),
      length: String(PAGE),
    });
    const page = await fetchPage(`/rows?${query}`, name, options).catch(async (error: unknown) => {
      throw await withSplits(error, options);
    });
    const rows = isJsonObject(page) ? page.rows : undefined;
    const count = isJsonObject(page) ? page.num_rows_total : undefined;
    if (!Array.isArray(rows) || typeof count !== 'number') {
      throw datasetError('invalid_row', `${name}: the datasets server answered without rows.`);
    }
    if (offset === 0 && isJsonObject(page) && page.partial === true) {
      process.emitWarning(`${name}: the datasets server holds only the first ${count} rows of a larger set.`);
    }
    if (rows.length === 0) return;
    for (const entry of rows as readonly Json[]) {
      const where = `${name}, row ${offset + 1}`;
      const { row, truncated_cells: cut } = isJsonObject(entry) ? entry : {};
      if (!isJsonObject(row))
        throw datasetError('invalid_row', `${where}: the datasets server gave no fields.`);
      if (Array.isArray(cut) && cut.length > 0) {
        throw datasetError(
          'invalid_row',
          `${where}: the datasets server cut off ${cut.join(', ')}, which is too long for it. Download ${await parquetFile(options)} and pass its path.`,
        );
      }
      yield { fields: row, where };
      offset += 1;
    }
    total = count;
  }
}

/** Where the first Parquet file of the split is, as far as the server says. */
async function parquetFile(options: HuggingFaceDatasetOptions): Promise<string> {
  const { dataset, config = 'default', split } = options;
  const query = new URLSearchParams({ dataset, config, split });
  const found = await listed('parquet_files', `/parquet?${query}`, options);
  const url = found.find((file) => file.split === split)?.url;
  return typeof url === 'string' && /^https:\/\/\S{1,500}$/.test(url) ? url : 'the file';
}

/** An error about a set that the server does not have, with the configurations and splits that it does have. */
async function withSplits(error: unknown, options: HuggingFaceDatasetOptions): Promise<unknown> {
  if (!MettleError.isInstance(error) || error.code !== 'datasets/not_found') return error;
  const { dataset } = options;
  const splits = await listed('splits', `/splits?${new URLSearchParams({ dataset })}`, options);
  const known = splits
    .map(({ config, split }) => visibleText(`${String(config)}/${String(split)}`))
    .slice(0, 20);
  if (known.length === 0) return error;
  return datasetError('not_found', `${error.message} The set has ${known.join(', ')}.`, {
    details: { ...error.details, known },
  });
}

/** A list of an answer that helps to explain an error; empty where there is none. */
async function listed(key: string, path: string, options: HuggingFaceDatasetOptions): Promise<JsonObject[]> {
  try {
    const answer = await fetchPage(path, options.dataset, options);
    const found = isJsonObject(answer) ? answer[key] : undefined;
    return Array.isArray(found) ? (found as readonly Json[]).filter(isJsonObject) : [];
  } catch {
    return [];
  }
}

async function fetchPage(path: string, name: string, options: ServerOptions): Promise<Json> {
  const { token, retryDelay = 1000, signal } = options;
  const url = `${options.server ?? SERVER}${path}`;
  for (let attempt = 1; ; attempt += 1) {
    const call = startDeadline(60, signal);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        redirect: 'error',
        signal: call.signal,
        ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      });
      text = await bodyOf(response);
    } catch (cause) {
      signal?.throwIfAborted();
      throw offline(name, url, cause);
    } finally {
      call.end();
    }
    if (response.ok) return parsed(text, name);
    const mayPass = response.status === 429 || response.status >= 500;
    if (!mayPass || attempt === TRIES) throw refused(response.status, text, name);
    const asked = Number(response.headers.get('retry-after') ?? 0) * 1000;
    const wait = Math.max(retryDelay * 2 ** (attempt - 1), asked > 0 ? Math.min(asked, LONGEST_PAUSE) : 0);
    await pause(wait, undefined, signal === undefined ? {} : { signal });
  }
}

function parsed(text: string, name: string): Json {
  try {
    return parseJsonText(text, {
      subject: `${name}: the answer of the datasets server`,
      maxCharacters: MAX_PAGE,
    });
  } catch (cause) {
    throw datasetError('invalid_row', errorMessage(cause), { cause });
  }
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > MAX_PAGE) throw new Error(`the answer is longer than ${MAX_PAGE} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refused(status: number, text: string, name: string): Error {
  let reason = '';
  try {
    const answer: unknown = JSON.parse(text);
    if (isJsonObject(answer) && typeof answer.error === 'string')
      reason = `: ${startOf(answer.error, 200).replace(/\.$/, '')}`;
  } catch {
    // The status says enough.
  }
  return datasetError(
    'not_found',
    `${name}: the datasets server answered ${status}${reason.replaceAll(/\s+/g, ' ')}. Check the names, or download the file and pass its path.`,
    { details: { status } },
  );
}

function offline(name: string, url: string, cause: unknown): Error {
  const inner = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  const reason = errorMessage(inner) || (inner as { code?: string }).code || 'no connection';
  return datasetError(
    'offline',
    `${name}: can't reach ${new URL(url).origin} (${reason}). Without a network, download the file elsewhere and pass its path.`,
    { cause },
  );
}
