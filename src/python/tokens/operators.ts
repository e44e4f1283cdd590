const THREE = new Set(['**=', '//=', '>>=', '<<=', '...']);
const TWO = new Set('** // >> << <= >= == != -> += -= *= /= %= &= |= ^= @= :='.split(' '));
const ONE = new Set('+-*/%@&|^~<>=.,:;!'.split(''));

/** The end of the operator that starts at `at` (brackets excepted), or `at` when none does. */
export function operatorEnd(source: string, at: number): number {
  if (THREE.has(source.slice(at, at + 3))) return at + 3;
  if (TWO.has(source.slice(at, at + 2))) return at + 2;
  return ONE.has(source.charAt(at)) ? at + 1 : at;
}
