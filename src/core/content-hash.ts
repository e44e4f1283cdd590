import { createHash } from 'node:crypto';
import type { Steps } from './async/in-turns.js';
import { canonicalJson } from './canonical-json.js';

/** SHA-256 of bytes, or of a string's UTF-8 bytes, as 64 lower-case hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * The identity of a JSON value: {@link sha256} of its canonical text. Equal data has equal identity, whatever
 * the order of keys, the time or the machine.
 *
 * @throws {MettleError} `core/not_representable` when `value` is not JSON.
 */
export function contentHash(value: unknown): string {
  return sha256(canonicalJson(value));
}

/**
 * {@link contentHash} of a list, item by item.
 *
 * @throws {MettleError} `core/not_representable` when an item is not JSON.
 */
export function* contentHashSteps(items: readonly unknown[]): Steps<string> {
  const hash = createHash('sha256').update('[');
  for (const [index, item] of items.entries()) {
    if (index > 0) hash.update(',');
    hash.update(canonicalJson(item));
    yield;
  }
  return hash.update(']').digest('hex');
}
