/**
 * Python that writes values as plain data which keeps apart what crossing a sandbox would make alike (tuples and
 * lists, 2.0 and 2, sets and frozensets), and reads them back.
 */
const PACKING = `
def mettle_pack(value):
    if isinstance(value, float):
        return ['float', str(float(value))]
    if isinstance(value, tuple):
        return ['tuple', [mettle_pack(item) for item in value]]
    if isinstance(value, list):
        return ['list', [mettle_pack(item) for item in value]]
    if isinstance(value, frozenset):
        return ['frozenset', [mettle_pack(item) for item in value]]
    if isinstance(value, set):
        return ['set', [mettle_pack(item) for item in value]]
    if isinstance(value, dict):
        return ['dict', [[mettle_pack(key), mettle_pack(item)] for key, item in value.items()]]
    return value

def mettle_unpack(value):
    if not isinstance(value, list):
        return value
    kind, parts = value
    if kind == 'float':
        return float(parts)
    if kind == 'dict':
        return {mettle_unpack(key): mettle_unpack(item) for key, item in parts}
    items = [mettle_unpack(item) for item in parts]
    if kind == 'tuple':
        return tuple(items)
    if kind == 'frozenset':
        return frozenset(items)
    if kind == 'set':
        return set(items)
    return items
`;

/** The host function that the tests call in place of the function at this place. */
export function hostFunctionOf(at: number): string {
  return `mettle_host_${at}`;
}

/** The function beside the code that is called with packed arguments. */
export function packedFunctionOf(at: number): string {
  return `mettle_call_${at}`;
}

/** What runs before the tests: each function hands its arguments over and reads what comes back. */
export function testsSideSource(functions: readonly string[]): string {
  const bridges = functions.map(
    (name, at) =>
      `def ${name}(*args, **kwargs):\n    return mettle_unpack(${hostFunctionOf(at)}(mettle_pack(args), mettle_pack(kwargs)))\n`,
  );
  return `${PACKING}\n${bridges.join('\n')}`;
}

/** What runs after the code: functions that take and give packed values. */
export function codeSideSource(functions: readonly string[]): string {
  const bridges = functions.map(
    (name, at) =>
      `def ${packedFunctionOf(at)}(args, kwargs):\n    return mettle_pack(${name}(*mettle_unpack(args), **mettle_unpack(kwargs)))\n`,
  );
  return `${PACKING}\n${bridges.join('\n')}`;
}
