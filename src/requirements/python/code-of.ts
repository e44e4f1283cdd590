import { analysePython, MAX_SOURCE_LENGTH, type PythonTree } from '../../python/index.js';
import type { Artefact } from '../artefact.js';
import { fail, type Judgement, notChecked } from '../verdict.js';

/** The code of a reply, or the failure that says there is none to do `purpose` with. */
export function codeOf(
  artefact: Artefact,
  purpose: string,
): { readonly code: string } | { readonly missing: Judgement } {
  if (artefact.code !== null) return { code: artefact.code };
  return { missing: fail(`Could not extract Python code for ${purpose}: ${artefact.noCodeReason}`) };
}

/** The code of a reply that is to be read; `missing` too, for the cause `limit`, where it is longer than is read. */
export function readableCodeOf(artefact: Artefact, purpose: string): ReturnType<typeof codeOf> {
  const found = codeOf(artefact, purpose);
  if ('missing' in found || found.code.length <= MAX_SOURCE_LENGTH) return found;
  return { missing: tooLarge(found.code, purpose) };
}

function tooLarge({ length }: string, purpose: string): Judgement {
  return notChecked(
    `Not read for ${purpose}: the code has ${length} characters, more than the ${MAX_SOURCE_LENGTH} that are read. Write a shorter program, and load large data from a file.`,
    'limit',
  );
}

/** The syntax tree of a reply's code, or the judgement on a reply that has none to do `purpose` with. */
export function treeOf(
  artefact: Artefact,
  purpose: string,
): { readonly code: string; readonly tree: PythonTree } | { readonly missing: Judgement } {
  const found = readableCodeOf(artefact, purpose);
  if ('missing' in found) return found;
  const parse = artefact.parse();
  if (parse?.ok === true) return { code: found.code, tree: parse.tree };
  const message = parse?.failure.message ?? 'no code';
  if (parse?.failure.reason === 'syntax' && analysePython(found.code).syntax.status === 'invalid') {
    return { missing: fail(`The code cannot be read for ${purpose}: ${message}.`) };
  }
  return {
    missing: notChecked(
      `Not read for ${purpose}: ${message}. Write the code shorter and less nested.`,
      'limit',
    ),
  };
}
