import type { JsonObject } from '../../core/index.js';
import {
  type ArgumentLeaf,
  argumentLeaves,
  isCode,
  isSource,
  isSql,
  leafName,
  replaceLeaf,
} from './argument-leaves.js';
import { replaceToken, type SourceToken, sourceTokens } from './source-tokens.js';

/** All ways in which a kind of mistake can be made in the arguments of one call; none where it can't be. */
export type CallEdits = (argumentValues: JsonObject) => readonly JsonObject[];

/** Operators that are taken for one another. */
const CONFUSED: Readonly<Record<string, string>> = {
  '>': '>=',
  '>=': '>',
  '<': '<=',
  '<=': '<',
  '=': '<>',
  '==': '!=',
  '<>': '=',
  '!=': '==',
};

const FILTER_NAME = /filter|where|query|search|pattern|status|state|category|glob|find|match/i;

/** A condition that selects other things: another comparison, a condition left out, a shorter pattern. */
export const filterEdits: CallEdits = (argumentValues) =>
  editLeaves(argumentValues, (leaf) => {
    if (isSql(leaf)) return sqlFilterEdits(String(leaf.value));
    if (isCode(leaf)) return comparisonEdits(String(leaf.value), sourceTokens(String(leaf.value)));
    return FILTER_NAME.test(leafName(leaf)) ? valueMistakes(leaf.value) : [];
  });

/** A bound or a count that is one too high or too low. */
export const boundaryEdits: CallEdits = (argumentValues) =>
  editLeaves(argumentValues, (leaf) => {
    if (typeof leaf.value === 'number') {
      return Number.isInteger(leaf.value) ? [leaf.value + 1, leaf.value - 1] : [];
    }
    if (!isSource(leaf)) return [];
    const source = String(leaf.value);
    const tokens = sourceTokens(source);
    return tokens.flatMap((token, index) => {
      if (token.kind !== 'number' || !/^\d+$/.test(token.text)) return [];
      const before = tokens[index - 1]?.text.toLowerCase() ?? '';
      const isBound = isSql(leaf)
        ? ['limit', 'offset'].includes(before)
        : ['(', '[', ':', ','].includes(before);
      return isBound ? [replaceToken(source, token, String(Number(token.text) + 1))] : [];
    });
  });

/** A wrong value: another text, number or truth value, also within an SQL statement or code. */
export const valueEdits: CallEdits = (argumentValues) =>
  editLeaves(argumentValues, (leaf) => {
    if (!isSource(leaf)) return valueMistakes(leaf.value);
    const source = String(leaf.value);
    // In SQL, what stands in double quotes is a name.
    const tokens = sourceTokens(source).filter(({ text }) => isCode(leaf) || !text.startsWith('"'));
    return tokens.flatMap((token) => literalMistakes(token, source));
  });

/** What the tool refuses: a name that isn't there, or an argument that it doesn't take. */
export const refusedEdits: CallEdits = (argumentValues) => {
  const misspelt = editLeaves(argumentValues, (leaf) => {
    const source = String(leaf.value);
    if (isCode(leaf)) return [`undefined_name_\n${source}`];
    return isSql(leaf) ? misspeltTables(source) : [];
  });
  return misspelt.length > 0 ? misspelt : [{ ...argumentValues, unknown_argument_: true }];
};

/** The value as an agent gets it wrong; the first is the nearest. */
function valueMistakes(value: ArgumentLeaf['value']): readonly ArgumentLeaf['value'][] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return Number.isInteger(value) ? [value + 10, value + 1] : [value * 10];
  return value.length > 1 ? [value.slice(0, -1), `${value}s`] : [`${value}x`];
}

function editLeaves(
  argumentValues: JsonObject,
  mistakes: (leaf: ArgumentLeaf) => readonly ArgumentLeaf['value'][],
): readonly JsonObject[] {
  return argumentLeaves(argumentValues).flatMap((leaf) =>
    mistakes(leaf).map((value) => replaceLeaf(argumentValues, leaf, value)),
  );
}

/** Comparisons behind WHERE, HAVING or ON in other words, and conditions behind AND left out. */
function sqlFilterEdits(sql: string): readonly string[] {
  const tokens = sourceTokens(sql);
  const from = tokens.findIndex(({ text }) => /^(?:where|having|on)$/i.test(text));
  if (from === -1) return [];
  const condition = tokens.slice(from);
  return [...comparisonEdits(sql, condition), ...withoutConditions(sql, condition)];
}

function comparisonEdits(source: string, tokens: readonly SourceToken[]): readonly string[] {
  return tokens.flatMap((token) => {
    const other = token.kind === 'operator' ? CONFUSED[token.text] : undefined;
    // In code, a single = gives a name to a value.
    const isAssignment =
      token.text === '=' && !tokens.some(({ text }) => /^(?:where|having|on)$/i.test(text));
    return other === undefined || isAssignment ? [] : [replaceToken(source, token, other)];
  });
}

/** `a AND b` as `a`, where b is a plain comparison. */
function withoutConditions(sql: string, tokens: readonly SourceToken[]): readonly string[] {
  return tokens.flatMap(({ text, start }, index) => {
    const [, operator, right, next] = tokens.slice(index + 1);
    const isPlain = operator?.kind === 'operator' && (right?.kind === 'text' || right?.kind === 'number');
    if (!/^and$/i.test(text) || !isPlain || right === undefined) return [];
    const end = next === undefined ? sql.length : next.start;
    return [`${sql.slice(0, start).trimEnd()} ${sql.slice(end)}`.trimEnd()];
  });
}

function literalMistakes(token: SourceToken, source: string): readonly string[] {
  if (token.kind === 'number') {
    return valueMistakes(Number(token.text)).map((value) => replaceToken(source, token, String(value)));
  }
  if (token.kind !== 'text' || token.text.length < 3) return [];
  const [quote] = token.text;
  return valueMistakes(token.text.slice(1, -1)).map((value) =>
    replaceToken(source, token, `${quote}${value}${quote}`),
  );
}

/** The statement with the table of a FROM, INTO, JOIN or UPDATE misspelt. */
function misspeltTables(sql: string): readonly string[] {
  const tokens = sourceTokens(sql);
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1]?.text ?? '';
    return token.kind === 'word' && /^(?:from|into|join|update)$/i.test(before)
      ? [replaceToken(sql, token, `${token.text}_`)]
      : [];
  });
}
