/** Whether a media type is JSON: `application/json`, `application/problem+json`, with parameters or without. */
export function isJsonType(type: string): boolean {
  return /^(?:application\/json|[^/;]+\/[^/;]+\+json)\s*(?:;|$)/i.test(type.trim());
}
