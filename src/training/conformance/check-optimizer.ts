import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson, defineOptions, type JsonObject, option } from '../../core/index.js';
import type { FitOptions, SampleValue, TrainingSettings } from '../fit-options.js';
import type { History } from '../history.js';
import type { Optimizer } from '../optimizer.js';
import type { TrainableProgram } from '../trainable-program.js';
import { Trainer } from '../trainer/trainer.js';
import { watchProgram } from './watch-program.js';

/** What an optimizer is checked with: a small training, which can be begun anew any number of times. */
export interface OptimizerSubject {
  /** Makes the optimizer, with models that answer the same request the same way. */
  optimizer(): Optimizer;
  /** Makes the program, with its starting values. */
  program(): TrainableProgram | Promise<TrainableProgram>;
  readonly reward: TrainingSettings['reward'];
  /** Twelve or more samples, so that there is something to learn from and something to choose by. */
  readonly x: readonly SampleValue[];
  readonly y: readonly SampleValue[];
  /** Default: 2 epochs in batches of 4. */
  readonly options?: Pick<FitOptions, 'epochs' | 'batchSize' | 'seed'>;
}

const checkSubject = defineOptions<OptimizerSubject>()('checkOptimizer', {
  optimizer: option.required(option.callback),
  program: option.required(option.callback),
  reward: option.required(option.any),
  x: option.required(option.list()),
  y: option.required(option.list()),
  options: option.object,
});

/** What every optimizer must keep. */
export type OptimizerRule =
  | 'the start is scored'
  | 'the same seed gives the same training'
  | 'the number of workers changes nothing'
  | 'the budget is kept'
  | 'a resume is exact'
  | 'the program is left as it is until the end'
  | 'what is shipped is better on the selection set';

/** Whether a rule was kept. */
export interface OptimizerCheck {
  readonly rule: OptimizerRule;
  /** What was seen instead; null where the rule was kept. */
  readonly problem: string | null;
}

/** Journals that a resume is tried from: cut off at these shares of their lines. */
const CUTS = [0, 0.2, 0.5, 0.8, 1];

/**
 * Checks an optimizer against the contract, by training with it: the rules that let trainings be compared, resumed and
 * budgeted. Call it in your tests and expect no problem.
 *
 * @throws {MettleError} `core/invalid_option`; whatever the optimizer or the program throws.
 */
export async function checkOptimizer(subject: OptimizerSubject): Promise<readonly OptimizerCheck[]> {
  checkSubject(subject);
  const folder = mkdtempSync(join(tmpdir(), 'mettle-optimizer-'));
  try {
    return await new Checks(subject, folder).all();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Trained {
  readonly history: History;
  readonly essence: string;
  readonly runs: number;
  readonly problems: readonly string[];
}

class Checks {
  readonly #subject: OptimizerSubject;
  readonly #folder: string;

  constructor(subject: OptimizerSubject, folder: string) {
    this.#subject = subject;
    this.#folder = folder;
  }

  async all(): Promise<readonly OptimizerCheck[]> {
    const journal = join(this.#folder, 'whole.jsonl');
    const whole = await this.#train({ journal, concurrency: 1 });
    const again = await this.#train({ concurrency: 1 });
    const parallel = await this.#train({ concurrency: 8 });
    const { selection, shipped } = whole.history;
    const [start, chosen] = [selection.start.reward ?? 0, selection.chosen.reward ?? 0];
    const check = (rule: OptimizerRule, problem: string | null): OptimizerCheck => ({ rule, problem });
    return [
      check('the start is scored', whole.history.selection.start.reward === null ? 'it has no score' : null),
      check('the same seed gives the same training', difference(whole, again)),
      check('the number of workers changes nothing', difference(whole, parallel)),
      check('the budget is kept', await this.#budget(whole)),
      check('a resume is exact', await this.#resume(whole, readFileSync(journal, 'utf8'))),
      check('the program is left as it is until the end', whole.problems[0] ?? null),
      check(
        'what is shipped is better on the selection set',
        shipped !== chosen > start ? `shipped is ${shipped} with ${chosen} against ${start}` : null,
      ),
    ];
  }

  async #budget(whole: Trained): Promise<string | null> {
    const least = whole.history.projected.leastEvaluations;
    for (const maxEvaluations of [least, Math.max(least, Math.floor(whole.runs * 0.7))]) {
      const { runs, history } = await this.#train({ concurrency: 4 }, { maxEvaluations });
      if (runs > maxEvaluations) return `${runs} runs with a budget of ${maxEvaluations}`;
      if (history.spent.evaluations > maxEvaluations)
        return `${history.spent.evaluations} evaluations counted`;
    }
    return null;
  }

  async #resume(whole: Trained, text: string): Promise<string | null> {
    const lines = text.split('\n').slice(0, -1);
    for (const [place, cut] of CUTS.entries()) {
      const kept = lines.slice(0, Math.floor(lines.length * cut));
      const journal = join(this.#folder, `cut-${place}.jsonl`);
      writeFileSync(journal, kept.map((line) => `${line}\n`).join(''));
      const resumed = await this.#train({ journal, concurrency: 1 + place });
      const differs = difference(whole, resumed);
      if (differs !== null) return `after ${kept.length} of ${lines.length} lines of its journal: ${differs}`;
      const known = kept.filter((line) => line.includes('"fact":"outcome"')).length;
      if (resumed.runs > whole.runs - known) {
        return `after ${kept.length} lines of its journal it ran ${resumed.runs} evaluations, ${known} of which were known`;
      }
    }
    return null;
  }

  async #train(options: FitOptions, budget?: TrainingSettings['budget']): Promise<Trained> {
    const subject = this.#subject;
    const watched = watchProgram(await subject.program());
    const trainer = new Trainer(watched.program, {
      reward: subject.reward,
      optimizer: subject.optimizer(),
      ...(budget && { budget }),
    });
    const history = await trainer.fit(subject.x, subject.y, {
      epochs: 2,
      ...subject.options,
      ...options,
      callbacks: [{ onTrainBatchEnd: () => watched.checkUnchanged() }],
    });
    const values = Object.fromEntries(watched.program.variables.map(({ key, value }) => [key, value]));
    return {
      history,
      essence: essenceOf(history, { values, outcomes: trainer.store?.all() }),
      runs: watched.runs(),
      problems: watched.problems(),
    };
  }
}

/** Everything of a training that must be the same in a repetition, what was tried as well: all but the time it took. */
function essenceOf({ spent: { seconds: _, ...spent }, ...history }: History, rest: object): string {
  return canonicalJson({ ...history, spent, ...rest });
}

function difference(one: Trained, other: Trained): string | null {
  if (one.essence === other.essence) return null;
  const [left, right] = [one.history, other.history].map((history) => history as unknown as JsonObject);
  const fields = Object.keys(left as JsonObject).filter(
    (name) =>
      name !== 'spent' && canonicalJson(left?.[name] ?? null) !== canonicalJson(right?.[name] ?? null),
  );
  return `another ${fields.length === 0 ? 'course' : fields.join(', ')}`;
}
