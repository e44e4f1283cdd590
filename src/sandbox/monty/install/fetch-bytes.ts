import { errorMessage, MettleError } from '../../../core/index.js';

/** How a file is fetched. */
export interface FetchOptions {
  readonly accept?: string;
  /** More bytes than this are refused. */
  readonly maxBytes: number;
  readonly timeoutSeconds: number;
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
  const signal = AbortSignal.timeout(options.timeoutSeconds * 1000);
  let url = address;
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetch(withoutCredentials(url), {
        headers: { accept: options.accept ?? '*/*', ...authorization(address, url) },
        redirect: 'manual',
        signal,
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        const next = new URL(location, url);
        if (!isSafe(next)) throw new Error(`it leads to ${shownAddress(next)}, which is not https`);
        url = next;
        continue;
      }
      if (!response.ok) throw new Error(`the server answers ${response.status}`);
      const bytes = await readBounded(response, options.maxBytes);
      return { bytes, url, type: response.headers.get('content-type') ?? '' };
    }
    throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
  } catch (thrown) {
    throw new MettleError({
      code: 'sandbox/install_failed',
      message: `${shownAddress(address)} could not be fetched: ${reasonOf(thrown)}`,
    });
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

async function readBounded(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    const bytes: Uint8Array = part;
    size += bytes.length;
    if (size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function reasonOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.name === 'TimeoutError') return 'it took too long';
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  return errorMessage(cause instanceof Error ? cause : thrown);
}
