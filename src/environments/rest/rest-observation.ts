import type { Json } from '../../core/index.js';
import { shortened, visibleText } from '../../core/internal.js';
import { failedObservation, type Observation } from '../../records/index.js';

/** Characters of the body in the message of an HTTP error. */
const ERROR_BODY_CHARS = 200;

/** A server's answer as an agent sees it: an error from status 300 on, named `http_STATUS`. */
export function restObservation({
  status,
  statusText,
  body,
}: {
  readonly status: number;
  readonly statusText: string;
  readonly body: Json | undefined;
}): Observation {
  if (status >= 300) {
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const shown = shortened(visibleText(text.replaceAll(/\s+/g, ' ').trim()), ERROR_BODY_CHARS);
    const said = [status, statusText].filter((part) => part !== '').join(' ');
    return failedObservation(`http_${status}`, shown === '' ? said : `${said}: ${shown}`);
  }
  const text =
    body === undefined ? `HTTP ${status}` : typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return { status: 'ok', content: text, data: { status, body: body ?? null }, error: null };
}
