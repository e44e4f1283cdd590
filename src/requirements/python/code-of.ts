import { MAX_SOURCE_LENGTH, type PythonTree } from '../../python/internal.js';
import type { Artefact } from '../artefact.js';
import { failWith, type Judgement, notChecked } from '../verdict.js';

/** The code of a reply, or the failure that says why there is none. */
type FoundCode = { readonly code: string } | { readonly missing: Judgement<never> };

/**
 * The code of a reply to run, or the failure that says there is none to do `purpose` with. A sandbox runs `await` outside
 * functions, as a notebook does; a program with one is none for Python, so it is no code to judge.
 */
export function codeOf(artefact: Artefact, purpose: string): FoundCode {
  const found = writtenCodeOf(artefact, purpose);
  if ('missing' in found || !/\b(?:await|async)\b/.test(found.code)) return found;
  const awaits = artefact.facts?.plainSyntax.findings.filter(
    ({ rule }) => rule === 'syntax/outside-function',
  );
  const [first] = awaits?.filter(({ message }) => /\b(?:await|async)/.test(message)) ?? [];
  if (first === undefined) return found;
  return {
    missing: failWith(
      `Python refuses the code: ${first.message} at line ${first.line}. Put it in an async function and start that with asyncio.run(…).`,
      { findings: [first] },
    ),
  };
}

/** The code of a reply to read, or the failure that says there is none to do `purpose` with. */
export function writtenCodeOf(artefact: Artefact, purpose: string): FoundCode {
  if (artefact.code !== null) return { code: artefact.code };
  return { missing: failWith(`Could not extract Python code for ${purpose}: ${artefact.noCodeReason}`) };
}

/**
 * The code of a reply that is to be read word by word; `missing` says so where it is no Python, whose words mean
 * nothing, and for the cause `limit` where it is longer than is read.
 */
export function readableCodeOf(artefact: Artefact, purpose: string): FoundCode {
  const found = writtenCodeOf(artefact, purpose);
  if ('missing' in found) return found;
  const unread = judgeTooLarge(found.code, purpose) ?? judgeUngrammatical(artefact, purpose);
  return unread === null ? found : { missing: unread };
}

/** The judgement on code that is longer than is read; null for any other. */
export function judgeTooLarge({ length }: string, purpose: string): Judgement<never> | null {
  if (length <= MAX_SOURCE_LENGTH) return null;
  return notChecked(
    `Not read for ${purpose}: the code has ${length} characters, more than the ${MAX_SOURCE_LENGTH} that are read. Write a shorter program, and load large data from a file.`,
    'limit',
  );
}

/** The failure of code that is no Python; null for any other, and where that cannot be told. */
export function judgeUngrammatical({ facts }: Artefact, purpose: string): Judgement<never> | null {
  const [first] = facts?.isGrammatical === false ? facts.syntaxFindings : [];
  if (first === undefined) return null;
  const place = `line ${first.line}, column ${first.column}`;
  return failWith(`The code cannot be read for ${purpose}: syntax error at ${place}: ${first.message}.`, {
    findings: [first],
  });
}

/** The syntax tree of a reply's code, or the judgement on a reply that has none to do `purpose` with. */
export function treeOf(
  artefact: Artefact,
  purpose: string,
): { readonly code: string; readonly tree: PythonTree } | { readonly missing: Judgement<never> } {
  const found = readableCodeOf(artefact, purpose);
  if ('missing' in found) return found;
  const parse = artefact.parse();
  if (parse?.ok === true) return { code: found.code, tree: parse.tree };
  const message = parse?.failure.message ?? 'no code';
  return {
    missing: notChecked(
      `Not read for ${purpose}: ${message}. Write the code shorter and less nested.`,
      'limit',
    ),
  };
}
