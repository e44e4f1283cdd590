import { startOf } from '../../core/internal.js';

/** Longest name of a tool that model providers take. */
const MAX_NAME = 64;

/**
 * Names for a server's tools that every model provider takes: other characters become `_`, what is too long is cut, and
 * what would then be called the same is numbered. The order of the server's list decides who keeps the plain name.
 */
export function toolNames(originals: readonly string[], prefix: string): readonly string[] {
  const taken = new Set<string>();
  return originals.map((original) => {
    const plain = `${prefix === '' ? '' : `${prefix}_`}${original}`.replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_';
    let name = startOf(plain, MAX_NAME);
    for (let i = 2; taken.has(name); i += 1) {
      const end = `_${i}`;
      name = startOf(plain, MAX_NAME - end.length) + end;
    }
    taken.add(name);
    return name;
  });
}
