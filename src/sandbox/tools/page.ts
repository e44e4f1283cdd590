/** A page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** 1-based place of the first item. */
  readonly start: number;
  /** Whether items follow this page. */
  readonly truncated: boolean;
}

/**
 * Cuts a page out of a list: `offset` is 1-based (below 1 counts as 1), a `limit` of 0 or less means all the rest.
 * Past the end the page is empty.
 */
export function pageOf<T>(all: readonly T[], offset: number, limit: number): Page<T> {
  const start = Math.max(1, offset);
  const end = limit <= 0 ? all.length : start - 1 + limit;
  return { items: all.slice(start - 1, end), start, truncated: end < all.length && start <= all.length };
}
