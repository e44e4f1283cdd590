const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const END = '-----END ';

/** What a key that was cut off consists of: base64 and line breaks, also as escapes. */
const BODY = /(?:[A-Za-z0-9+/=:,. \t-]|\r?\n|\\[nr])*/y;

/** Where private keys stand in a text, from their first line to their last; to the end of what looks like a key where that is missing. */
export function privateKeysIn(text: string): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let after = 0;
  for (const { 0: head, index } of text.matchAll(BEGIN)) {
    if (index < after) continue;
    const end = text.indexOf(END, index + head.length);
    const closed = end < 0 ? -1 : text.indexOf('-----', end + END.length);
    BODY.lastIndex = index + head.length;
    const body = BODY.exec(text);
    const bodyEnd = index + head.length + (body?.[0].length ?? 0);
    // Another text between the two lines is no key.
    after = closed >= 0 && end <= bodyEnd ? closed + '-----'.length : bodyEnd;
    found.push([index, after]);
  }
  return found;
}
