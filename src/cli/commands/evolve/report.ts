import { diffLines } from 'diff';
import type { Score, StopReason } from '../../../training/index.js';
import { allPassed } from '../../../training/internal.js';
import { questionLines } from './ask-question.js';
import type { TaskResult } from './train-task.js';

/** The document that `evolve --json` prints. */
export function evolveDocument(results: readonly TaskResult[]): unknown {
  return {
    tasks: results.map((result) => ({
      task: result.task,
      solved: result.solved,
      script: result.script,
      train: result.train,
      holdout: result.holdout,
      confidence: result.confidence,
      reasons: result.reasons,
      advice: result.advice,
      found_by: result.foundBy,
      abstained: result.abstained,
      guess: result.guess,
      suspects: result.suspects,
      rivals: result.rivals,
      question: result.question,
      evaluations: result.evaluations,
      seconds: result.seconds,
      stop_reason: result.stopReason,
      model: result.model,
    })),
    ...totals(results),
  };
}

/** What a person sees: the script of one task, or a line for each of several. */
export function evolveText(results: readonly TaskResult[], isFolder: boolean): string {
  if (isFolder) {
    const { solved, fit, abstained } = totals(results);
    return [
      ...tableLines(results),
      '',
      `${solved} of ${results.length} solved, ${fit} fit their examples, ${abstained} abstained`,
    ].join('\n');
  }
  return results
    .map((result) => {
      const summary = [
        `# ${taskLine(result)}`,
        `# ${result.reasons.join('; ')}`,
        ...result.suspects.map(
          ({ input, output }) => `# Seems to be wrong: ${JSON.stringify(input)} → ${JSON.stringify(output)}`,
        ),
        ...adviceLines(result.advice),
        ...(result.question === null ? [] : questionLines(result.question).map((line) => `# ${line}`)),
      ].join('\n');
      if (result.script !== null) return `${result.script}\n${[...seedDiff(result), summary].join('\n')}`;
      if (result.guess === null) return summary;
      return `${summary}\n# The best guess, which is not to be trusted:\n\n${result.guess}`;
    })
    .join('\n');
}

/** Lines that may differ for the difference to be shown: nobody reads more, and finding them takes seconds. */
const MOST_CHANGED_LINES = 1000;

/** What changed from the script that the task started from, as comments; nothing where it had none or is unchanged. */
function seedDiff({ seedScript, script }: TaskResult): readonly string[] {
  if (seedScript === null || script === null) return [];
  if (seedScript === script) return ['# The script of the task is unchanged.'];
  const changes = diffLines(seedScript.trimEnd(), script.trimEnd(), { maxEditLength: MOST_CHANGED_LINES });
  if (changes === undefined) {
    return [`# More than ${MOST_CHANGED_LINES} lines differ from the script of the task.`];
  }
  const lines = changes.flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `# ${added ? '+' : removed ? '-' : ' '} ${line}`.trimEnd()),
  );
  return ['# Changed from the script of the task:', ...lines];
}

/** One line a task, in columns. */
function tableLines(results: readonly TaskResult[]): readonly string[] {
  const rows = [
    ['task', 'result', 'train', 'held out', 'confidence', 'evaluations', 'seconds', 'stopped'],
    ...results.map((result) => [
      result.task,
      verdictOf(result),
      shown(result.train),
      shown(result.holdout),
      result.confidence ?? 'none',
      String(result.evaluations),
      result.seconds.toFixed(1),
      STOPPED[result.stopReason],
    ]),
  ];
  const widths =
    rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** What would help, as comments below a summary; nothing when there is nothing to say. */
export function adviceLines(advice: readonly string[]): readonly string[] {
  if (advice.length === 0) return [];
  return ['# What would help:', ...advice.map((sentence) => `# - ${sentence.replaceAll('\n', ' ')}`)];
}

/** One task in a few words. */
export function taskLine(result: TaskResult): string {
  const verdict = verdictOf(result);
  const scores = `train ${shown(result.train)}, ${result.isTested ? 'test pairs' : 'held out'} ${shown(result.holdout)}`;
  return `${verdict}: ${scores}, confidence ${result.confidence ?? 'none'}, ${result.evaluations} evaluations, ${result.seconds.toFixed(1)} s, stopped: ${STOPPED[result.stopReason]}`;
}

function verdictOf(result: TaskResult): string {
  if (result.solved) return 'solved';
  if (result.abstained) return 'abstained';
  return result.holdout.total === 0 ? 'fits, but nothing was held out to test it' : 'not solved';
}

const STOPPED: Readonly<Record<StopReason, string>> = {
  found: 'a script that fits every example was found',
  abstained: 'too little supports the script that fits every example',
  exhausted: 'nothing left to try',
  evaluations: 'out of evaluations',
  seconds: 'out of time',
  aborted: 'interrupted',
  unsupported: 'no candidates for examples of this shape',
};

function totals(results: readonly TaskResult[]): {
  readonly solved: number;
  readonly fit: number;
  readonly abstained: number;
} {
  return {
    solved: results.filter((result) => result.solved).length,
    fit: results.filter(({ train }) => train.rate !== null && allPassed(train)).length,
    abstained: results.filter((result) => result.abstained).length,
  };
}

function shown(score: Score): string {
  return score.rate === null ? `not scored (${score.total})` : `${score.passed}/${score.total}`;
}
