const IDENTIFIER = /[\p{XID_Start}_][\p{XID_Continue}]*/uy;

/** The end of the identifier that starts at `at`, or `at` when none does. */
export function identifierEnd(source: string, at: number): number {
  let end = at;
  const first = source.charCodeAt(at);
  if (first >= 48 && first <= 57) return at;
  for (;;) {
    const code = source.charCodeAt(end);
    if (isNameCharacter(code)) {
      end++;
      continue;
    }
    if (!(code >= 128)) return end;
    IDENTIFIER.lastIndex = at;
    return IDENTIFIER.test(source) ? IDENTIFIER.lastIndex : end;
  }
}

/** Whether a UTF-16 code unit is an ASCII letter, digit or underscore. */
export function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

/** Whether a UTF-16 code unit is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Where the line that holds `at` ends: the offset of its line end, or the end of the source. */
export function lineEnd(source: string, at: number): number {
  let end = at;
  for (; end < source.length; end++) {
    const code = source.charCodeAt(end);
    if (code === 10 || code === 13) break;
  }
  return end;
}

/** The offset after the line end that starts at `at` (`\r\n` counts as one), or `at` when there is none. */
export function afterLineEnd(source: string, at: number): number {
  const code = source.charCodeAt(at);
  if (code === 13) return source.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
  return code === 10 ? at + 1 : at;
}
