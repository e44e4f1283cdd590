import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { checkedSpec, MAX_SPEC_CHARACTERS, parseSpecText } from './parse-spec-text.js';
import { specError } from './rest-error.js';
import { ExchangeFailure, exchange } from './server/http-exchange.js';

/** An OpenAPI document and where it came from. */
export interface ReadSpec {
  readonly document: JsonObject;
  /** The address that it was fetched from; null for objects, texts and files. */
  readonly address: URL | null;
}

const FETCH_SECONDS = 15;

/**
 * Reads an OpenAPI document: an object, JSON or YAML text, the path of a file, or an `http(s)` address. Nothing that the
 * document refers to is fetched.
 * @throws {MettleError} `environments/invalid_openapi`.
 */
export async function readSpec(spec: JsonObject | string | URL): Promise<ReadSpec> {
  if (spec instanceof URL || (typeof spec === 'string' && /^https?:\/\/\S+$/i.test(spec))) {
    const address = new URL(spec);
    if (address.protocol === 'file:')
      return { document: await readSpecFile(fileURLToPath(address)), address: null };
    return { document: await fetchSpec(address), address };
  }
  if (typeof spec !== 'string') return { document: checkedSpec(spec, 'The OpenAPI document'), address: null };
  const isText = /^\s*\{/.test(spec) || spec.includes('\n');
  const document = isText ? parseSpecText(spec, 'The OpenAPI document') : await readSpecFile(spec);
  return { document, address: null };
}

async function readSpecFile(path: string): Promise<JsonObject> {
  const subject = `The OpenAPI document ${path}`;
  let text: string;
  try {
    const { size } = await stat(path);
    if (size > 4 * MAX_SPEC_CHARACTERS) throw new Error(`it has ${size} bytes`);
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw specError(`${subject} can't be read: ${errorMessage(error)}`, error);
  }
  return parseSpecText(text, subject);
}

async function fetchSpec(url: URL): Promise<JsonObject> {
  const subject = `The OpenAPI document ${url.origin}${url.pathname}`;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw specError(`${subject} can be fetched only by http or https, not by ${url.protocol}`);
  }
  try {
    const answer = await exchange({
      url,
      method: 'GET',
      headers: [['accept', 'application/json, application/yaml;q=0.9, */*;q=0.5']],
      timeoutSeconds: FETCH_SECONDS,
      maxBytes: 4 * MAX_SPEC_CHARACTERS,
      signal: undefined,
    });
    if (answer.status !== 200) throw new ExchangeFailure('network', `the server answered ${answer.status}`);
    return parseSpecText(new TextDecoder().decode(answer.bytes), subject);
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    throw specError(`${subject} can't be fetched: ${error.message}.`, error);
  }
}
