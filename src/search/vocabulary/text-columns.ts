import { type Expression, leafExpression } from '../language/expression.js';
import type { SearchProblem } from '../problem.js';

/** A text of every input. */
export interface TextColumn {
  readonly expression: Expression;
  readonly texts: readonly string[];
  /** Those whose outputs are not known. */
  readonly others: readonly string[];
}

/** The columns in which each example has a text. */
export function textColumns(problem: SearchProblem, examples: SearchProblem['train']): readonly TextColumn[] {
  return (problem.vocabulary?.leaves ?? []).flatMap((leaf) => {
    if (leaf.result !== 'text' || !leaf.readsInput) return [];
    const texts = textsOf(examples.map(({ input }) => leaf.leaf?.(input)));
    if (texts === null) return [];
    const others = [...problem.holdout.map(({ input }) => input), ...problem.unlabelled].flatMap((input) => {
      const text = leaf.leaf?.(input);
      return typeof text === 'string' ? [text] : [];
    });
    return [{ expression: leafExpression(leaf, texts), texts, others }];
  });
}

/** The values, if there are several, all are texts and none is empty. */
export function textsOf(values: readonly unknown[]): readonly string[] | null {
  const texts = values.filter((value) => typeof value === 'string' && value !== '') as readonly string[];
  return texts.length === values.length && texts.length > 1 ? texts : null;
}
