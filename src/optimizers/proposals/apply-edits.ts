/** What came of the edits in a reply. */
export type EditedScript =
  | { readonly ok: true; readonly script: string }
  | { readonly ok: false; readonly reason: string };

const EDIT = /^<{5,9} ?SEARCH[ \t]*\n([\s\S]*?)^={5,9}[ \t]*\n([\s\S]*?)^>{5,9} ?REPLACE[ \t]*$/gm;
const BEGINS = /^<{5,9} ?SEARCH\b/m;

/** Whether a reply changes a script by edits instead of writing it whole. */
export function hasEdits(reply: string): boolean {
  return BEGINS.test(reply);
}

/**
 * Makes the edits of a reply in a script, one after another: `<<<<<<< SEARCH`, the lines as they are, `=======`, the lines
 * as they shall be, `>>>>>>> REPLACE`. The lines searched for have to stand in the script exactly once, white space at the
 * ends of lines aside; otherwise nothing is changed.
 */
export function applyEdits(script: string, reply: string): EditedScript {
  const edits = [...reply.replaceAll('\r\n', '\n').matchAll(EDIT)];
  const begun = reply.match(new RegExp(BEGINS, 'gm'))?.length ?? 0;
  if (edits.length === 0 || edits.length < begun)
    return { ok: false, reason: 'an edit of the reply has no end' };
  let lines = script.replaceAll('\r\n', '\n').split('\n');
  for (const [index, [, searched = '', replaced = '']] of edits.entries()) {
    const wanted = linesOf(searched);
    if (wanted.length === 0) return { ok: false, reason: `edit ${index + 1} searches for nothing` };
    const places = lines.flatMap((_line, at) => (standsAt(lines, at, wanted) ? [at] : []));
    const [place] = places;
    if (place === undefined) {
      return { ok: false, reason: `the lines that edit ${index + 1} searches for are not in the script` };
    }
    if (places.length > 1) {
      return {
        ok: false,
        reason: `the lines that edit ${index + 1} searches for are in the script more than once`,
      };
    }
    lines = [...lines.slice(0, place), ...linesOf(replaced), ...lines.slice(place + wanted.length)];
  }
  return { ok: true, script: lines.join('\n') };
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function standsAt(lines: readonly string[], at: number, wanted: readonly string[]): boolean {
  return wanted.every((line, index) => lines[at + index]?.trimEnd() === line.trimEnd());
}
