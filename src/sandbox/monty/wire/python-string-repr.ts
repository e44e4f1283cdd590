/** How Python's `repr` prints a str. */
export function pythonStringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = '';
  for (const character of text) out += escaped(character, quote);
  return quote + out + quote;
}

function escaped(character: string, quote: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\\') return '\\\\';
  if (character === quote) return `\\${quote}`;
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  if (character === ' ' || !/[\p{C}\p{Z}]/u.test(character)) return character;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}
