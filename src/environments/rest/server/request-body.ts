import { isJsonObject, type Json } from '../../../core/index.js';
import type { RestRequest } from '../rest-request.js';

/** The body of a request as `fetch` takes it, and its media type; a multipart form names its own. */
export function encodeBody({ value, encoding, mediaType }: NonNullable<RestRequest['body']>): {
  readonly body: string | FormData;
  readonly contentType: string | null;
} {
  if (encoding === 'multipart') {
    const form = new FormData();
    for (const [name, text] of formPairs(value)) form.append(name, text);
    return { body: form, contentType: null };
  }
  if (encoding === 'json') return { body: JSON.stringify(value), contentType: mediaType };
  if (encoding === 'form')
    return { body: new URLSearchParams(formPairs(value)).toString(), contentType: mediaType };
  return { body: typeof value === 'string' ? value : JSON.stringify(value), contentType: mediaType };
}

/** The members of a form, lists as repeated names. */
function formPairs(value: Json): [string, string][] {
  if (!isJsonObject(value)) return [];
  const text = (item: Json): string =>
    typeof item === 'string' ? item : typeof item === 'object' ? JSON.stringify(item) : String(item);
  return Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? (member as readonly Json[]) : [member]).map((item): [string, string] => [
      name,
      text(item),
    ]),
  );
}
