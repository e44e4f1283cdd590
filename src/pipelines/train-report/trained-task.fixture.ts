import type { TrainedTask } from './render-training-report.js';

/** A trained task that has everything a page can show, with the text in every place that a user fills. */
export function trainedTaskWith(text: string): TrainedTask {
  const script = `def transform(grid):\n    """${text}"""\n    return [row[::-1] for row in grid]\n`;
  return {
    name: text,
    description: text,
    examples: [
      { input: [[1, 0]], output: [[0, 1]] },
      { input: { [text]: text }, output: text },
      {
        input: Array.from({ length: 30 }, () => Array.from({ length: 30 }, (_cell, x) => x % 10)),
        output: [[9]],
      },
    ],
    test: [{ input: 'x'.repeat(2000), output: null }],
    seedScript: `def transform(value):\n    return value  # ${text}\n`,
    script,
    guess: script,
    foundBy: 'enumeration',
    solved: true,
    train: { passed: 3, total: 3, rate: 1 },
    holdout: { passed: 0, total: 0, rate: null },
    confidence: 'medium',
    reasons: [text],
    advice: [text],
    rivals: [script],
    question: {
      input: text,
      answers: [
        { output: [[1, 2]], script },
        { output: text, script },
      ],
    },
    suspects: [{ input: [[1, 0]], output: [[0, 1]] }],
    evaluations: 12_345,
    seconds: 1.5,
    stopReason: 'found',
  };
}
