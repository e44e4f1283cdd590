import { artefactFromCode } from '../artefact.js';
import type { ReplyWatcher } from '../requirement.js';
import { failWith } from '../verdict.js';
import { forbiddenImports } from './allowed-imports.js';

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)/;
const IMPORT_LINE = /^\s*(?:import|from)\s/;

/**
 * Watches a reply for imports that a list does not allow, in every fenced block that says Python or nothing. Only
 * whole lines count, and only statements: a line inside a string is none.
 */
export function watchImports(allowed: readonly string[]): ReplyWatcher {
  let fence: string | null = null;
  let isPython = false;
  let code = '';
  let rest = '';
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
    if (!IMPORT_LINE.test(line)) return null;
    const { modules, findings } = forbiddenImports(artefactFromCode(code), allowed);
    if (modules.length === 0) return null;
    const allowance = allowed.length === 0 ? 'none' : allowed.join(', ');
    return failWith(`Forbidden imports detected: ${modules.join(', ')}. Allowed: ${allowance}.`, {
      findings,
    });
  };
  return {
    push(piece) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const judgement = readLine(line);
        if (judgement !== null) return judgement;
      }
      return null;
    },
  };
}
