import { contentHash } from '../../core/index.js';

/** Names each call by its request and how often that was made before. */
export function numberCalls(): (request: unknown) => string {
  const counts = new Map<string, number>();
  return (request) => {
    const hash = contentHash(request);
    const number = counts.get(hash) ?? 0;
    counts.set(hash, number + 1);
    return `${hash}-${number}`;
  };
}
