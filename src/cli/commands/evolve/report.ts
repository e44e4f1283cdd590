import { allPassed, type Score, type StopReason } from '../../../training/index.js';
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
      ...results.map((result) => `${result.task}  ${taskLine(result)}`),
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
      ].join('\n');
      if (result.script !== null) return `${result.script}\n${summary}`;
      if (result.guess === null) return summary;
      return `${summary}\n# The best guess, which is not to be trusted:\n\n${result.guess}`;
    })
    .join('\n');
}

/** What would help, as comments below a summary; nothing when there is nothing to say. */
export function adviceLines(advice: readonly string[]): readonly string[] {
  if (advice.length === 0) return [];
  return ['# What would help:', ...advice.map((sentence) => `# - ${sentence.replaceAll('\n', ' ')}`)];
}

/** One task in a few words. */
export function taskLine(result: TaskResult): string {
  const isUntested = !result.solved && result.script !== null && result.holdout.total === 0;
  const verdict = result.solved
    ? 'solved'
    : result.abstained
      ? 'abstained'
      : isUntested
        ? 'fits, but nothing was held out to test it'
        : 'not solved';
  const scores = `train ${shown(result.train)}, held out ${shown(result.holdout)}`;
  return `${verdict}: ${scores}, confidence ${result.confidence ?? 'none'}, ${result.evaluations} evaluations, ${result.seconds.toFixed(1)} s, stopped: ${STOPPED[result.stopReason]}`;
}

const STOPPED: Readonly<Record<StopReason, string>> = {
  solved: 'a script that fits every example was found',
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
