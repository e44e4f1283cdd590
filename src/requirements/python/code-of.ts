import type { Artefact } from '../artefact.js';
import { fail, type Judgement } from '../verdict.js';

/** The code of a reply, or the failure that says there is none to do `purpose` with. */
export function codeOf(
  artefact: Artefact,
  purpose: string,
): { readonly code: string } | { readonly missing: Judgement } {
  if (artefact.code !== null) return { code: artefact.code };
  return { missing: fail(`Could not extract Python code for ${purpose}: ${artefact.noCodeReason}`) };
}
