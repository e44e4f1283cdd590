const LETTERS: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};
const ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries(LETTERS).map(([letter, code]) => [code, letter]),
);

/** A name as git writes it in a patch: in double quotes with C escapes when it holds quotes, backslashes or controls. */
export function quoteName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what has to be escaped
  const inner = name.replace(/[\u0000-\u001f\u007f"\\]/g, (character) => {
    const code = character.charCodeAt(0);
    return `\\${ESCAPES.get(code) ?? code.toString(8).padStart(3, '0')}`;
  });
  return inner === name ? name : `"${inner}"`;
}

/** A name read from a quoted text, and what follows the closing quote. */
export interface UnquotedName {
  readonly name: string;
  readonly rest: string;
}

/** Reads a name that starts with a double quote; undefined when it is malformed or no UTF-8. */
export function unquoteName(text: string): UnquotedName | undefined {
  const bytes: Uint8Array[] = [];
  let index = 1;
  while (index < text.length) {
    const character = text[index] ?? '';
    if (character === '"') {
      return decoded(bytes, text.slice(index + 1));
    }
    if (character !== '\\') {
      const point = String.fromCodePoint(text.codePointAt(index) ?? 0);
      bytes.push(Buffer.from(point));
      index += point.length;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(index + 1, index + 4));
    const code = octal === null ? LETTERS[text[index + 1] ?? ''] : Number.parseInt(octal[0], 8);
    if (code === undefined) return undefined;
    bytes.push(Uint8Array.of(code));
    index += octal === null ? 2 : 4;
  }
  return undefined;
}

function decoded(bytes: readonly Uint8Array[], rest: string): UnquotedName | undefined {
  try {
    return { name: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(bytes)), rest };
  } catch {
    return undefined;
  }
}
