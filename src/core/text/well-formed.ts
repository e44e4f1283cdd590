/**
 * A JSON value in which each half of a character, in texts and in names, is replaced by U+FFFD: strict readers of JSON and
 * UTF-8 refuse a half. Gives the value itself where all is well.
 */
export function wellFormed<T>(value: T): T {
  return repaired(value) as T;
}

function repaired(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map(repaired);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const members = Object.entries(value);
  const copies = members.map(([name, member]): [string, unknown] => [name.toWellFormed(), repaired(member)]);
  const isSame = copies.every(
    ([name, copy], index) => name === members[index]?.[0] && copy === members[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(copies);
}
