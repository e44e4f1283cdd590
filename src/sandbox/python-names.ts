import { sandboxError } from './error-codes.js';

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Whether Python accepts the text as the name of a variable or function. */
export function isPythonName(text: string): boolean {
  return (
    /^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(text) &&
    text === text.normalize('NFKC') &&
    !KEYWORDS.has(text)
  );
}

/** Throws `sandbox/invalid_name` for the first name that Python would not accept. */
export function checkPythonNames(names: Iterable<string>, what: string): void {
  for (const name of names) {
    if (isPythonName(name)) continue;
    throw sandboxError(
      'invalid_name',
      `${what} ${JSON.stringify(name)} is not a Python name; use letters, digits and _, and no keyword`,
      { details: { name } },
    );
  }
}
