/** The simplest ways to use a proposer, which anything cleverer has to beat. */
import type { Model } from 'mettle/models';
import type {
  Optimizer,
  OptimizerContext,
  OptimizerRun,
  TrainingOutcome,
  VariableValues,
} from 'mettle/training';

interface Tried {
  readonly values: VariableValues;
  readonly outcomes: readonly TrainingOutcome[];
  readonly score: number;
}

/**
 * `best-of-n`: every proposal is made anew, from the start's evidence, and the best is taken · `sequential`: every proposal
 * changes the best so far. Both run each proposal on all examples.
 */
export function baseline(kind: 'best-of-n' | 'sequential', model: Model): Optimizer {
  return { name: kind, begin: (context) => baselineRun(kind, model, context) };
}

function baselineRun(
  kind: 'best-of-n' | 'sequential',
  model: Model,
  context: OptimizerContext,
): OptimizerRun {
  const { examples, start } = context;
  const tried: Tried[] = [];
  const [key = ''] = Object.keys(start);
  let asked = 0;
  const judge = async (values: VariableValues): Promise<void> => {
    const outcomes = await context.evaluate(values, examples);
    const score = outcomes.reduce((sum, { reward }) => sum + reward, 0) / outcomes.length;
    tried.push({ values, outcomes, score });
  };
  const ranked = (): Tried[] => [...tried].sort((left, right) => right.score - left.score);
  return {
    async step(batch) {
      if (tried.length === 0) await judge(start);
      const [best] = kind === 'sequential' ? ranked() : tried;
      if (best === undefined) return { proposed: 0, kept: 0 };
      asked += 1;
      const shown = batch.map((example, index) => {
        const place = examples.findIndex(({ id }) => id === example.id);
        return `Example ${index + 1}: reward ${best.outcomes[place]?.reward ?? 0}\ninput: ${JSON.stringify(example.x[0])}`;
      });
      const code = `\`\`\`python\n${String(best.values[key]?.python_script)}\n\`\`\``;
      const order = kind === 'best-of-n' ? 'begin anew' : 'improve it';
      const prompt = [code, ...shown, order].join('\n\n');
      const { text } = await context
        .model(model, `proposal ${asked}`)
        .call({ messages: [{ role: 'user', content: prompt }] });
      const script = /```python\n([\s\S]*?)\n```/.exec(text)?.[1];
      if (script === undefined) return { proposed: 1, kept: 0 };
      await judge({ [key]: { python_script: script } });
      return { proposed: 1, kept: 1, exhausted: ranked()[0]?.score === 1 };
    },
    finalists: () =>
      ranked()
        .slice(0, 5)
        .map(({ values }) => values),
  };
}
