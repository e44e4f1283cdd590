import { isJsonObject, type Json } from '../../core/index.js';

/** What a ledger says of one result: a line of JSON. */
export interface LedgerLine {
  readonly item: number;
  /** The identity of the item, hex: a hash of all that decides its result. */
  readonly key: string;
  /** The number of the segment that holds it, from 1. */
  readonly segment: number;
  readonly offset: number;
  /** Length of the line in the segment, with its line break. */
  readonly bytes: number;
  /** Of these bytes, hex. */
  readonly sha256: string;
  /** `retry` for a result that an error broke off. */
  readonly state: 'done' | 'retry';
}

/** The text of a line, ended. */
export function ledgerText(line: LedgerLine): string {
  return `${JSON.stringify(line)}\n`;
}

const HASH = /^[0-9a-f]{64}$/;

/** The most items of a run. */
const MOST_ITEMS = 10_000_000;

/** Reads a line; null for one that is none: torn, or overwritten by a failing disk. */
export function readLedgerLine(text: string): LedgerLine | null {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return null;
  }
  if (!isJsonObject(value)) return null;
  const { item, key, segment, offset, bytes, sha256, state } = value;
  const isCount = (one: unknown): boolean => Number.isSafeInteger(one) && Number(one) >= 0;
  const isWhole =
    [item, segment, offset, bytes].every(isCount) &&
    Number(item) < MOST_ITEMS &&
    Number(bytes) < 2 ** 32 &&
    [key, sha256].every((hash) => typeof hash === 'string' && HASH.test(hash)) &&
    (state === 'done' || state === 'retry');
  return isWhole ? (value as unknown as LedgerLine) : null;
}
