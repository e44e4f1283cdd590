import type { MettleError } from '../../../core/index.js';
import { sandboxError } from '../../error-codes.js';
import { fetchBytes, isSafe, shownAddress } from './fetch-bytes.js';
import type { NetworkSettings } from './network-settings.js';
import { PROJECT, type Wheel } from './wheels.js';

const PUBLIC_INDEX = 'https://pypi.org/simple';
const MAX_PAGE_BYTES = 4_000_000;
const PAGE_SECONDS = 15;
/** Both forms of the simple repository API (PEP 503, PEP 691). */
const ACCEPT =
  'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1';

/**
 * The address of the package index: `PIP_INDEX_URL`, else `UV_DEFAULT_INDEX` or `UV_INDEX_URL`, else `index-url` of pip's
 * configuration, else the public one.
 */
export function indexAddress(
  environment: Readonly<Record<string, string | undefined>>,
  settings: Pick<NetworkSettings, 'index'>,
): URL {
  const { PIP_INDEX_URL, UV_DEFAULT_INDEX, UV_INDEX_URL } = environment;
  const named = [PIP_INDEX_URL, UV_DEFAULT_INDEX, UV_INDEX_URL].find(
    (text) => text !== undefined && text !== '',
  );
  // uv lets an index be named: `corporate=https://…`.
  const text = (named ?? settings.index ?? PUBLIC_INDEX).replace(/^[\w-]+=(?=https?:)/, '');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw sandboxError(
    'install_failed',
    "the address of the package index in PIP_INDEX_URL, UV_DEFAULT_INDEX, UV_INDEX_URL or pip's index-url is no http(s) address",
  );
}

/**
 * Where the index has a wheel. Files of the index's own origin get its credentials.
 *
 * @throws {MettleError} `sandbox/install_failed` where the index has no such file or cannot be reached.
 */
export async function findWheel(index: URL, { fileName }: Wheel, settings: NetworkSettings): Promise<URL> {
  const page = new URL(index);
  page.pathname = `${page.pathname.replace(/(?<!\/)\/+$/, '')}/${PROJECT}/`;
  const { bytes, url, type } = await fetchBytes(page, {
    accept: ACCEPT,
    maxBytes: MAX_PAGE_BYTES,
    timeoutSeconds: PAGE_SECONDS,
    settings,
  });
  const text = bytes.toString('utf8');
  const found = (type.includes('json') ? linksInJson(text) : linksInPage(text))
    .filter((link) => URL.canParse(link, url.href))
    .map((link) => new URL(link, url))
    .find(({ pathname }) => decodeURIComponent(pathname.split('/').at(-1) ?? '') === fileName);
  if (found === undefined) throw failure(`${shownAddress(page)} does not list ${fileName}`);
  found.hash = '';
  if (found.origin === page.origin) {
    found.username = page.username;
    found.password = page.password;
  } else if (!isSafe(found)) throw failure(`${shownAddress(page)} names a file that is not on https`);
  return found;
}

function linksInJson(text: string): readonly string[] {
  let page: unknown;
  try {
    page = JSON.parse(text);
  } catch {
    return [];
  }
  const files: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, 'files') : null;
  if (!Array.isArray(files)) return [];
  return files
    .map((file: unknown): unknown =>
      typeof file === 'object' && file !== null ? Reflect.get(file, 'url') : null,
    )
    .filter((url) => typeof url === 'string');
}

function linksInPage(text: string): readonly string[] {
  return Array.from(text.matchAll(/<a\s[^>]*?href\s*=\s*["']([^"']+)["']/gi), (match) =>
    (match[1] ?? '').replaceAll('&amp;', '&'),
  );
}

function failure(message: string): MettleError {
  return sandboxError('install_failed', message);
}
