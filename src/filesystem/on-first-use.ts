import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** The library for archives: loaded when a tree is first zipped or a binary file put into a patch. */
export function archives(): typeof import('fflate') {
  return load('fflate');
}

/** The library for regular expressions in linear time: loaded for the first pattern or search. */
export function regularExpressions(): typeof import('re2js') {
  return load('re2js');
}
