/**
 * The stem of a lower-case English word by Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping",
 * Program 14(3), 1980). Words of one or two letters, of over 50, or with other characters are their own stems.
 */
export function porterStem(word: string): string {
  if (!/^[a-z]{3,50}$/.test(word)) return word;
  let stem = step1a(word);
  stem = step1b(stem);
  stem = stem.endsWith('y') && hasVowel(stem.slice(0, -1)) ? `${stem.slice(0, -1)}i` : stem;
  stem = replaceSuffix(stem, STEP_2, 0);
  stem = replaceSuffix(stem, STEP_3, 0);
  stem = step4(stem);
  return step5(stem);
}

const STEP_2: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const STEP_3: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const STEP_4: readonly string[] = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ion',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
];

function step1a(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function step1b(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const stem = word.slice(0, word.length - suffix);
  if (suffix === 0 || !hasVowel(stem)) return word;
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDouble(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsInShort(stem) ? `${stem}e` : stem;
}

/** Replaces the longest suffix of the table that the word ends in, if what is left measures more than `above`. */
function replaceSuffix(word: string, table: readonly (readonly [string, string])[], above: number): string {
  let found: readonly [string, string] | null = null;
  for (const entry of table) {
    if (word.endsWith(entry[0]) && entry[0].length > (found?.[0].length ?? 0)) found = entry;
  }
  if (found === null) return word;
  const stem = word.slice(0, word.length - found[0].length);
  return measure(stem) > above ? stem + found[1] : word;
}

function step4(word: string): string {
  let suffix = '';
  for (const candidate of STEP_4) {
    if (word.endsWith(candidate) && candidate.length > suffix.length) suffix = candidate;
  }
  if (suffix === '') return word;
  const stem = word.slice(0, word.length - suffix.length);
  if (suffix === 'ion' && !/[st]$/.test(stem)) return word;
  return measure(stem) > 1 ? stem : word;
}

function step5(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const before = stem.slice(0, -1);
    const size = measure(before);
    if (size > 1 || (size === 1 && !endsInShort(before))) stem = before;
  }
  return stem.endsWith('ll') && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}

function isConsonant(word: string, at: number): boolean {
  const letter = word[at] ?? '';
  if ('aeiou'.includes(letter)) return false;
  return letter !== 'y' || at === 0 || !isConsonant(word, at - 1);
}

/** How many times a vowel sequence is followed by a consonant sequence. */
function measure(word: string): number {
  let count = 0;
  for (let at = 1; at < word.length; at++) if (isConsonant(word, at) && !isConsonant(word, at - 1)) count++;
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (!isConsonant(word, at)) return true;
  return false;
}

function endsInDouble(word: string): boolean {
  const last = word.length - 1;
  return last >= 1 && word[last] === word[last - 1] && isConsonant(word, last);
}

/** Consonant, vowel, consonant at the end, the last not w, x or y. */
function endsInShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last >= 2 &&
    isConsonant(word, last) &&
    !isConsonant(word, last - 1) &&
    isConsonant(word, last - 2) &&
    !/[wxy]$/.test(word)
  );
}
