import type { ProgressListener } from '../../../../core/index.js';
import type { Sandbox } from '../../../../sandbox/index.js';
import { makeExamples, openScriptEvaluator, type ScriptEvaluator } from '../../../../training/index.js';
import type { ColumnTask, TargetRow } from './column-task.js';
import { DigitRuns } from './digit-runs.js';
import { KnownShapes, lengthsThatMatter } from './known-shapes.js';
import type { LearnedColumn } from './learn-column.js';
import { scriptInput } from './script-input.js';
import { isFilled, oneLine } from './table.js';

/** Rows that are computed in one go. */
const CHUNK = 2000;

/** A row that gets another text. */
interface ChangedRow extends TargetRow {
  readonly after: string;
}

/** A row that stays as it is, and why. */
interface UnsureRow extends TargetRow {
  readonly why: string;
}

/** What a script does to a table. */
export interface ComputedRows {
  readonly changed: readonly ChangedRow[];
  readonly unsure: readonly UnsureRow[];
  /** On how many rows another script that fits says something else. */
  readonly disputed: number;
}

/**
 * Runs the script on every row to compute. A row is unsure when the script fails on it or gives no text, when a script
 * that fits as well, or that other splits of the examples gave, says something else, when what the script reads or
 * gives looks like no example, or when it takes digits from several places although it does so in no example.
 */
export async function computeRows(options: {
  readonly task: ColumnTask;
  readonly learned: LearnedColumn;
  readonly script: string;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  readonly onProgress: ProgressListener;
}): Promise<ComputedRows> {
  const { task, learned, script } = options;
  const inputs = new Map(
    task.targets.map(({ cells }) => {
      const input = scriptInput(task, learned.inputs, cells);
      return [JSON.stringify(input), input] as const;
    }),
  );
  const keys = [...inputs.keys()];
  const examples = makeExamples([...inputs.values()].map((input) => ({ input, output: '' })));
  await using evaluator = await openScriptEvaluator({ sandbox: options.sandbox });
  const answers: ReadonlyMap<string, Answer>[] = [];
  for (const [number, source] of [script, ...learned.others].entries()) {
    const ofScript = new Map<string, Answer>();
    for (let from = 0; from < examples.length; from += CHUNK) {
      const found = await answersOf(evaluator, source, examples.slice(from, from + CHUNK), options.signal);
      for (const [index, answer] of found.entries()) ofScript.set(keys[from + index] ?? '', answer);
      options.onProgress({
        stage: number === 0 ? 'compute rows' : `compare with script ${number + 1}`,
        done: Math.min(from + CHUNK, examples.length),
        total: examples.length,
      });
    }
    answers.push(ofScript);
  }
  return sorted(task, learned, answers);
}

type Answer = { readonly text: string } | { readonly failure: string };

async function answersOf(
  evaluator: ScriptEvaluator,
  script: string,
  examples: ReturnType<typeof makeExamples>,
  signal: AbortSignal,
): Promise<Answer[]> {
  const outcomes = await evaluator.evaluate({ script, examples, signal });
  return outcomes.map(({ error, output }) => {
    if (error !== null) return { failure: `the script fails: ${oneLine(error.message, 60)}` };
    return typeof output === 'string' && isFilled(output)
      ? { text: output }
      : { failure: 'the script gives no text' };
  });
}

function sorted(
  task: ColumnTask,
  learned: LearnedColumn,
  answers: readonly ReadonlyMap<string, Answer>[],
): ComputedRows {
  const places = learned.reads.map((name) => task.inputs.indexOf(name));
  const readOf = (cells: readonly string[]): readonly string[] => places.map((place) => cells[place] ?? '');
  const inputs = new KnownShapes(
    task.examples.map(({ cells }) => readOf(cells)),
    { lengths: lengthsThatMatter(learned.result.script ?? '') },
  );
  const outputs = new KnownShapes(
    task.examples.map(({ output }) => [output]),
    { lengths: 'none' },
  );
  const changed: ChangedRow[] = [];
  const unsure: UnsureRow[] = [];
  const runs = new DigitRuns(task.examples.map(({ cells, output }) => ({ from: readOf(cells), output })));
  let disputed = 0;
  for (const row of task.targets) {
    const key = JSON.stringify(scriptInput(task, learned.inputs, row.cells));
    const [first, ...others] = answers.map((ofScript) => ofScript.get(key));
    if (first === undefined || 'failure' in first) {
      unsure.push({ ...row, why: first?.failure ?? 'the script was not run' });
      continue;
    }
    const other = others.find(
      (answer) => answer !== undefined && !('text' in answer && answer.text === first.text),
    );
    if (other !== undefined) {
      disputed++;
      const says = 'text' in other ? `${oneLine(first.text)} or ${oneLine(other.text)}` : other.failure;
      unsure.push({ ...row, why: `scripts that fit disagree: ${says}` });
    } else if (!inputs.has(readOf(row.cells))) {
      unsure.push({ ...row, why: 'unlike any example' });
    } else if (!outputs.has([first.text])) {
      unsure.push({ ...row, why: `would be ${oneLine(first.text)}, unlike any example` });
    } else if (!runs.has({ from: readOf(row.cells), output: first.text })) {
      unsure.push({ ...row, why: `would be ${oneLine(first.text)}, whose digits stand in another order` });
    } else if (first.text !== row.before) {
      changed.push({ ...row, after: first.text });
    }
  }
  return { changed, unsure, disputed };
}
