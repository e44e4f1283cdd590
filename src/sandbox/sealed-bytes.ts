import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MettleError } from '../core/index.js';
import { sandboxError } from './error-codes.js';

const MAGIC = Buffer.from('METTLE-SANDBOX\0', 'latin1');
const VERSION = 1;
const MAC_BYTES = 32;
const HEADER_BYTES = MAGIC.length + 2;
const MIN_KEY_BYTES = 16;

let processKey: Buffer | null = null;

/**
 * The key that dumps are signed with: the user's, or one of this process's own, so that only this process reads
 * them. Throws `sandbox/invalid_key` for a key shorter than 16 bytes.
 */
export function dumpKey(given: string | Uint8Array | undefined): Uint8Array {
  if (given === undefined) {
    processKey ??= randomBytes(MAC_BYTES);
    return processKey;
  }
  const key = typeof given === 'string' ? Buffer.from(given) : given;
  if (key.length >= MIN_KEY_BYTES) return key;
  throw sandboxError('invalid_key', `dumpKey must hold at least ${MIN_KEY_BYTES} bytes, not ${key.length}`);
}

/** Signs a header and a body into one block of bytes. */
export function seal(key: Uint8Array, header: unknown, body: Uint8Array): Uint8Array {
  const text = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(HEADER_BYTES + 4);
  MAGIC.copy(prefix);
  prefix.writeUInt16LE(VERSION, MAGIC.length);
  prefix.writeUInt32LE(text.length, HEADER_BYTES);
  const signed = Buffer.concat([prefix, text, body]);
  return Buffer.concat([signed, createHmac('sha256', key).update(signed).digest()]);
}

/**
 * Reads what {@link seal} wrote with the same key. Throws `sandbox/invalid_dump` for bytes that are no dump, are of
 * another version, were changed, or were signed with another key.
 */
export function unseal(
  key: Uint8Array,
  sealed: Uint8Array,
): { readonly header: unknown; readonly body: Uint8Array } {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
  if (bytes.length < HEADER_BYTES + 4 + MAC_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw invalid('these bytes are not a sandbox dump; pass what dump() returned');
  }
  const version = bytes.readUInt16LE(MAGIC.length);
  if (version !== VERSION) {
    throw invalid(
      `this dump has version ${version} and this Mettle reads version ${VERSION}; create the dump again`,
    );
  }
  const signed = bytes.subarray(0, -MAC_BYTES);
  const mac = createHmac('sha256', key).update(signed).digest();
  if (!timingSafeEqual(mac, bytes.subarray(-MAC_BYTES))) {
    throw invalid('this dump was changed or signed with another key; pass the dumpKey it was made with');
  }
  const end = HEADER_BYTES + 4 + bytes.readUInt32LE(HEADER_BYTES);
  if (end > signed.length) throw invalid('this dump is cut short');
  const header: unknown = JSON.parse(bytes.toString('utf8', HEADER_BYTES + 4, end));
  return { header, body: Uint8Array.from(signed.subarray(end)) };
}

function invalid(message: string): MettleError {
  return sandboxError('invalid_dump', message);
}
