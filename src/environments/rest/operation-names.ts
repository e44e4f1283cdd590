import { startOf } from '../../core/internal.js';

/** Longest name of a tool that every provider of models takes. */
const MAX_NAME = 64;

/** Names of tools and arguments that are each given once. */
export class UniqueNames {
  readonly #given = new Set<string>();

  /** The first of the names that is free, or the last with a number. */
  give(...names: readonly string[]): string {
    const last = names.at(-1) ?? 'x';
    let name = names.find((candidate) => !this.#given.has(candidate)) ?? last;
    for (let n = 2; this.#given.has(name); n++) name = `${startOf(last, MAX_NAME - 4)}_${n}`;
    this.#given.add(name);
    return name;
  }
}

/** `listPets`, `list-pets` and `GET /pets` as `list_pets` and `get_pets`. */
export function snakeCase(text: string): string {
  const name = startOf(
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|(?<!_)_+$/g, ''),
    MAX_NAME,
  );
  return name === '' ? 'operation' : name;
}

/** A name that every provider of models takes for an argument; names that are fine stay as they are. */
export function argumentName(name: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(name) && name !== '__proto__') return name;
  const plain = startOf(name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^_+|(?<!_)_+$/g, ''), MAX_NAME);
  return plain === '' || plain === 'proto' ? 'argument' : plain;
}
