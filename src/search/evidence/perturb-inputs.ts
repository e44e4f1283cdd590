import { canonicalJson, isJsonObject, type Json, type RandomStream } from '../../core/index.js';

/** Most inputs that are made. */
const MOST_INPUTS = 60;
/** How often an input is changed for each that is given. */
const CHANGES = 12;
/** Longest text and list that are changed: nobody answers for longer ones. */
const LONGEST = 200;

/**
 * Inputs near the given ones, of the same kind: a word fewer or more, another number, fields of two inputs together. Each
 * is new; the plainest changes come first.
 */
export function perturbInputs(inputs: readonly Json[], random: RandomStream): Json[] {
  const known = new Set(inputs.map(canonicalJson));
  const found: Json[] = [];
  for (let round = 0; round < CHANGES; round++) {
    for (const input of inputs) {
      if (found.length >= MOST_INPUTS) return found;
      const other = random.pick(inputs);
      const changed = perturb(input, other, random);
      const text = canonicalJson(changed);
      if (known.has(text)) continue;
      known.add(text);
      found.push(changed);
    }
  }
  return found;
}

function perturb(value: Json, other: Json, random: RandomStream): Json {
  if (typeof value === 'string') {
    return value.length > LONGEST
      ? value
      : perturbText(value, typeof other === 'string' ? other : value, random);
  }
  if (typeof value === 'number') return perturbNumber(value, other, random);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.length > LONGEST ? items : perturbList(items, Array.isArray(other) ? other : items, random);
  }
  if (isJsonObject(value)) return perturbRecord(value, other, random);
  return value;
}

function perturbNumber(value: number, other: Json, random: RandomStream): number {
  const choices = [value + 1, value - 1, value * 2, typeof other === 'number' ? other + 1 : 10 - value];
  const picked = random.pick(choices);
  return likeWritten(value >= 0 && picked < 0 ? value + 2 : picked, [value, other]);
}

/** Without the noise of floats: with no more places than the numbers that it comes from. */
function likeWritten(number: number, from: readonly Json[]): number {
  const places = Math.max(...from.map((one) => /\.([0-9]+)$/.exec(String(one))?.[1]?.length ?? 0));
  return Number(number.toFixed(Math.min(places, 20)));
}

function perturbRecord(value: { readonly [key: string]: Json }, other: Json, random: RandomStream): Json {
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  const key = random.pick(keys);
  const theirs = isJsonObject(other) ? other[key] : undefined;
  return { ...value, [key]: perturb(value[key] ?? null, theirs ?? value[key] ?? null, random) };
}

function perturbList(items: readonly Json[], others: readonly Json[], random: RandomStream): Json {
  const at = random.integer(0, Math.max(0, items.length - 1));
  const one = items[at] ?? null;
  const another = others.length === 0 ? one : random.pick(others);
  const isTable = items.length > 0 && items.every((item) => Array.isArray(item));
  const change = random.integer(0, isTable ? 0 : 4);
  if (items.length === 0) return others;
  if (change === 0) return items.map((item, place) => (place === at ? perturb(item, another, random) : item));
  if (change === 1 && items.length > 1) return items.filter((_item, place) => place !== at);
  if (change === 2) return [...items.slice(0, at), another, ...items.slice(at)];
  if (change === 3) return [...items].reverse();
  return items.map((item, place) => (place === at ? another : item));
}

/** Tokens are runs of letters, of digits, of spaces, and single marks. */
function tokensOf(text: string): string[] {
  return text.match(/\p{L}+|[0-9]+|\s+|[^\p{L}0-9\s]/gu) ?? [];
}

function perturbText(text: string, other: string, random: RandomStream): string {
  const tokens = tokensOf(text);
  const words = tokens.flatMap((token, place) => (/[\p{L}0-9]/u.test(token) ? [place] : []));
  if (words.length === 0) return `${text}${other}`;
  const at = random.pick(words);
  const token = tokens[at] ?? '';
  const theirs = tokensOf(other)[at];
  const put = (changed: string): string => tokens.with(at, changed).join('');
  switch (random.integer(0, 4)) {
    case 0:
      return put(theirs !== undefined && isOfKind(theirs, token) ? theirs : token.slice(0, -1));
    case 1:
      return put(`${token}${token.slice(-1)}`);
    case 2:
      return put(token.length > 1 ? token.slice(1) : token + token);
    case 3:
      // A word more, behind the mark that stands before it.
      return put(at > 0 ? `${token}${tokens[at - 1] ?? ''}${theirs ?? token}` : `${token} ${token}`);
    default:
      return tokens.filter((_token, place) => place !== at && place !== at - 1).join('');
  }
}

function isOfKind(left: string, right: string): boolean {
  return /^[0-9]/.test(left) === /^[0-9]/.test(right) && /\p{L}/u.test(left) === /\p{L}/u.test(right);
}
