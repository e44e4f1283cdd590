import { artefactFromCode } from '../artefact.js';
import type { ReplyWatcher } from '../requirement.js';
import { failWith } from '../verdict.js';
import { forbiddenImports } from './allowed-imports.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)/;
const IMPORT_LINE = /^\s*(?:import|from)\s/;
/** Characters of code that are analysed in all while a reply is written: code is read from the start of its block each time. */
const MOST_ANALYSED = 100_000;

/**
 * Watches a reply for imports that a list does not allow, in every fenced block that says Python or nothing. Only
 * whole lines count, and only statements: a line inside a string is none. After some work it stops: what it misses, the judgement of
 * the whole reply finds.
 */
export function watchImports(allowed: readonly string[]): ReplyWatcher {
  let fence: string | null = null;
  let isPython = false;
  let code = '';
  let rest = '';
  let analysed = 0;
  const readLine = (line: string): ReturnType<ReplyWatcher['push']> => {
    const found = FENCE.exec(line);
    if (fence === null) {
      if (found === null) return null;
      fence = found[1] ?? '';
      isPython = /^(?:py(?:thon)?[\d.]*)?$/i.test(found[2] ?? '');
      code = '';
      return null;
    }
    if (found !== null && (found[1] ?? '').startsWith(fence) && found[2] === '') {
      fence = null;
      return null;
    }
    if (!isPython) return null;
    code += `${line}\n`;
    if (!IMPORT_LINE.test(line) || analysed + code.length > MOST_ANALYSED) return null;
    analysed += code.length;
    const { modules, findings } = forbiddenImports(artefactFromCode(code), allowed);
    if (modules.length === 0) return null;
    const allowance = allowed.length === 0 ? 'none' : allowed.join(', ');
    return failWith(`Forbidden imports detected: ${modules.join(', ')}. Allowed: ${allowance}.`, {
      findings,
    });
  };
  return {
    push(piece) {
      rest += piece;
      if (!piece.includes('\n')) return null;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const judgement = readLine(line);
        if (judgement !== null) return judgement;
      }
      return null;
    },
  };
}
