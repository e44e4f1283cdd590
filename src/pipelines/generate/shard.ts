import { coreError } from '../../core/internal.js';

/** A part of a run: of `count` processes that share a folder, the one with this number, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The whole run. */
export const WHOLE: Shard = { index: 1, count: 1 };

/** @throws {MettleError} `core/invalid_option` */
export function checkShard({ index, count }: Shard): void {
  if (Number.isSafeInteger(index) && Number.isSafeInteger(count) && index >= 1 && index <= count) return;
  throw coreError('invalid_option', `A shard is i/n, with i from 1 to n; got ${index}/${count}.`);
}

/** The name of the folder that a shard writes in. */
export function writerName({ index, count }: Shard): string {
  return `${index}-of-${count}`;
}

/** The items of a shard that are open. They are looked up while they are done: none is done that another shard did by then. */
export function* openItems(
  count: number,
  { index, count: shards }: Shard,
  isOpen: (item: number) => boolean,
): Generator<number, void, undefined> {
  for (let item = index - 1; item < count; item += shards) if (isOpen(item)) yield item;
}
