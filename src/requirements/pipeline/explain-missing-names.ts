import { listed } from '../../core/internal.js';
import { analysePython, type DefinitionFact, type Finding, type FindingEdit } from '../../python/index.js';
import { ANY_NAME, namesBoundBy } from '../../python/internal.js';
import type { Artefact } from '../artefact.js';
import type { Judgement } from '../verdict.js';

/**
 * Adds to a failure that the code defines a name asked for under another name, which explains most of what follows: with
 * the place, and where only one definition can be meant, the edits that rename it.
 */
export function explainMissingNames(
  judgement: Judgement,
  artefact: Artefact,
  names: readonly string[],
): Judgement {
  if (judgement.verdict !== 'fail' || names.length === 0 || artefact.code === null) return judgement;
  const { code, facts } = artefact;
  if (facts?.isGrammatical !== true) return judgement;
  const bound = namesBoundBy(code);
  const missing = names.filter((name) => !bound.has(name));
  const [wanted] = missing;
  const defined = facts.definitions.filter(({ name, path }) => name === path && !names.includes(name));
  if (wanted === undefined || missing.length > 1 || bound.has(ANY_NAME) || defined.length === 0) {
    return judgement;
  }
  const meant = meantBy(wanted, defined, code);
  const shown = (meant === undefined ? defined.slice(0, 3) : [meant]).map(({ kind, name, parameters }) =>
    kind === 'class' ? name : `${name}(${parameters.join(', ')})`,
  );
  const words = `defines ${listed(shown)}, not ${wanted}`;
  const finding: Finding | undefined = meant && {
    rule: 'function/name',
    severity: 'error',
    line: meant.line,
    column: meant.column,
    endLine: meant.endLine,
    endColumn: meant.endColumn,
    message: `the code ${words}`,
    hint: `Rename ${meant.name} to ${wanted}.`,
    fix: {
      description: `rename ${meant.name} to ${wanted}`,
      edits: editsOf(code, meant.name, wanted),
    },
  };
  return {
    ...judgement,
    reason: `${judgement.reason} It ${words}${meant === undefined ? '' : ': rename it'}.`,
    ...(finding === undefined ? {} : { findings: [...(judgement.findings ?? []), finding] }),
  };
}

/** The definition meant by a name: the one of a like name, or the only one that no other of the code uses. */
function meantBy(
  wanted: string,
  defined: readonly DefinitionFact[],
  code: string,
): DefinitionFact | undefined {
  const alike = defined.filter(({ name }) => isAlike(name, wanted));
  if (alike.length === 1) return alike[0];
  const unused = defined.filter(({ name }) => name !== 'main' && editsOf(code, name, '').length === 1);
  const candidates = unused.length > 0 ? unused : defined;
  return candidates.length === 1 ? candidates[0] : undefined;
}

function isAlike(name: string, wanted: string): boolean {
  const [one, other] = [name, wanted].map((each) => each.replaceAll('_', '').toLowerCase());
  return one === other || one?.startsWith(other ?? '') === true || other?.startsWith(one ?? '') === true;
}

/** The edits that give a name of the module another one: each place where it stands as a name and no attribute. */
function editsOf(code: string, name: string, replacement: string): readonly FindingEdit[] {
  const { tokens, lines } = analysePython(code);
  return tokens.tokens.flatMap(({ kind, start, end }) =>
    kind === 'name' && code.slice(start, end) === name && code[start - 1] !== '.'
      ? [{ ...lines.range(start, end), replacement }]
      : [],
  );
}
