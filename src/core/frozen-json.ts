/**
 * A copy of a JSON value that nobody can change, so that what one part of a program does to it can't reach another.
 * Members that are `undefined` are left out, as `JSON.stringify` does. Say with {@link canonicalJson} first whether it is
 * JSON: a cycle has no copy.
 */
export function frozenJson<T>(value: T): T {
  return copied(value) as T;
}

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copied));
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    // Assigned, it would become the prototype.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: copied(member), enumerable: true });
    else copy[key] = copied(member);
  }
  return Object.freeze(copy);
}
