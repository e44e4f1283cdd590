import { isJsonObject, type Json } from '../core/index.js';
import { shortened } from '../core/internal.js';

/** Characters of one text, and items of one list, that are tried from the largest on. */
const CAPS = [32_000, 16_000, 8_000, 4_000, 2_000, 1_000, 500, 250, 125, 60, 30, 15];

/** Characters that an item of a list is worth: a list is cut where a text of so many characters a piece would be. */
const CHARACTERS_AN_ITEM = 20;

/**
 * A value whose JSON has at most `limit` characters: what it was, with long texts cut in their middle and long lists at their
 * end, each saying how much is left out. Null where it can't be made so small.
 */
export function fitJson(value: Json, limit: number): Json | null {
  if (JSON.stringify(value).length <= limit) return value;
  for (const cap of CAPS) {
    const cut = cutTo(value, cap);
    if (JSON.stringify(cut).length <= limit) return cut;
  }
  return null;
}

function cutTo(value: Json, cap: number): Json {
  if (typeof value === 'string') {
    return shortened(value, cap, { keepEnd: true, mark: (left) => ` [${left} characters left out] ` });
  }
  if (Array.isArray(value)) {
    const most = Math.max(1, Math.floor(cap / CHARACTERS_AN_ITEM));
    const items = value.slice(0, most).map((item) => cutTo(item, cap));
    return items.length < value.length
      ? [...items, `[${value.length - items.length} items left out]`]
      : items;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutTo(one, cap)]));
}
