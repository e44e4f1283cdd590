import type { IncomingMessage } from 'node:http';
import { errorMessage, startDeadline } from '../../../core/internal.js';
import { sandboxError } from '../../error-codes.js';
import type { NetworkSettings } from './network-settings.js';
import { sendRequest } from './send-request.js';

/** How a file is fetched. */
export interface FetchOptions {
  readonly accept?: string;
  /** More bytes than this are refused. */
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
  readonly settings: NetworkSettings;
}

/** What was fetched, and from where after all redirects. */
export interface Fetched {
  readonly bytes: Buffer;
  readonly url: URL;
  readonly type: string;
}

const MAX_REDIRECTS = 5;

/**
 * Fetches an address. User name and password in it are sent to its own origin alone, and redirects lead to https only,
 * or within this machine.
 *
 * @throws {MettleError} `sandbox/install_failed` with what went wrong, without the credentials.
 */
export async function fetchBytes(address: URL, options: FetchOptions): Promise<Fetched> {
  const limit = startDeadline(options.timeoutSeconds);
  let url = address;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const headers = { accept: options.accept ?? '*/*', ...authorization(address, url) };
      const response = await sendRequest(withoutCredentials(url), headers, options.settings, limit.signal);
      const { statusCode = 0 } = response;
      const { location } = response.headers;
      if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
        response.destroy();
        const next = new URL(location, url);
        if (!isSafe(next)) throw new Error(`it leads to ${shownAddress(next)}, which is not https`);
        url = next;
        continue;
      }
      if (statusCode < 200 || statusCode > 299) {
        response.destroy();
        throw new Error(`the server answers ${statusCode}`);
      }
      const bytes = await readBounded(response, options.maxBytes);
      return { bytes, url, type: response.headers['content-type'] ?? '' };
    }
    throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
  } catch (thrown) {
    throw sandboxError(
      'install_failed',
      `${shownAddress(address)} could not be fetched: ${reasonOf(thrown, limit.signal)}`,
    );
  } finally {
    limit.end();
  }
}

/** An address as it may be shown: without user name and password. */
export function shownAddress(url: URL): string {
  return withoutCredentials(url).href;
}

/** Whether an address is https, or of this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

function withoutCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
}

function authorization(from: URL, url: URL): Record<string, string> {
  if (from.username === '' || from.origin !== url.origin) return {};
  const pair = `${decodeURIComponent(from.username)}:${decodeURIComponent(from.password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function reasonOf(thrown: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it took too long';
  const message = errorMessage(thrown);
  return isOfCertificates(thrown)
    ? `${message}. If a company's certificate authority signs what this machine fetches, name its file (PEM) in ` +
        "NODE_EXTRA_CA_CERTS, npm's cafile or pip's cert"
    : message;
}

/** Whether a certificate was refused (the codes of OpenSSL's verification, as Node has them). */
function isOfCertificates(thrown: unknown): boolean {
  const code = thrown instanceof Error ? String(Reflect.get(thrown, 'code') ?? '') : '';
  return /CERT|SIGNATURE/.test(code);
}
