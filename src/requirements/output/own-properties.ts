/**
 * A JSON value whose objects have no prototype, so that looking a name up finds what the text holds and nothing else:
 * `toString` is no property of `{}`. Needs no call stack, however deep the value.
 */
export function withOwnPropertiesAlone(value: unknown): unknown {
  const result: { value: unknown } = { value };
  const pending: { readonly owner: Record<string, unknown>; readonly key: string }[] = [
    { owner: result, key: 'value' },
  ];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const found = place.owner[place.key];
    if (typeof found !== 'object' || found === null) continue;
    const copy: Record<string, unknown> = Array.isArray(found)
      ? ([...found] as unknown as Record<string, unknown>)
      : Object.assign(Object.create(null), found);
    place.owner[place.key] = copy;
    for (const key of Object.keys(copy)) pending.push({ owner: copy, key });
  }
  return result.value;
}
