/**
 * The content of the code fence that a reply consists of, as models put one around JSON; other text as it is.
 *
 *     withoutFence('```json\n{"a": 1}\n```'); // {"a": 1}
 */
export function withoutFence(text: string): string {
  const trimmed = text.trim();
  const fence = /^(?:```|~~~)/.exec(trimmed)?.[0];
  if (fence === undefined || trimmed.length < 2 * fence.length || !trimmed.endsWith(fence)) return text;
  return trimmed
    .slice(fence.length, -fence.length)
    .replace(/^json\b/i, '')
    .trim();
}
