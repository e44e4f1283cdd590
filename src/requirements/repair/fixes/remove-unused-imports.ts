import { type PythonTree, SourceLines } from '../../../python/internal.js';
import type { AutoFix } from '../auto-fix.js';
import { repairableFailures } from '../failures.js';

/** Removes forbidden imports whose names the code never uses. */
export const removeUnusedForbiddenImports: AutoFix = {
  name: 'removeUnusedForbiddenImports',
  apply(report) {
    const { artefact, code } = report;
    const forbidden = repairableFailures(report).flatMap(({ findings }) =>
      findings.filter(({ rule }) => rule === 'import/forbidden'),
    );
    const parse = artefact.parse();
    if (code === null || forbidden.length === 0 || parse?.ok !== true) return null;
    const used = usedNames(parse.tree);
    const doomed = new Set<number>();
    for (const finding of forbidden) {
      const facts = (artefact.facts?.imports ?? []).filter(({ line }) => line === finding.line);
      const isUsed = facts.some(
        ({ kind, name, alias, topLevel }) =>
          name === '*' || used.has(alias ?? (kind === 'import' ? topLevel : (name ?? ''))),
      );
      const standsAlone = facts.every((fact) => fact.endLine === fact.line && !fact.nested);
      if (!isUsed && standsAlone && isWholeLine(code, finding)) doomed.add(finding.line);
    }
    if (doomed.size === 0) return null;
    return code
      .split('\n')
      .filter((_, index) => !doomed.has(index + 1))
      .join('\n');
  },
};

function usedNames(tree: PythonTree): ReadonlySet<string> {
  return new Set(tree.index.ofType('Name').map(({ id }) => id));
}

function isWholeLine(
  code: string,
  place: { readonly line: number; readonly column: number; readonly endColumn: number },
): boolean {
  const line = new SourceLines(code).line(place.line);
  const rest = line.slice(place.endColumn - 1).trim();
  return line.slice(0, place.column - 1).trim() === '' && (rest === '' || rest.startsWith('#'));
}
