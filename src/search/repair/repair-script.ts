import type { Json, RandomStream } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import {
  type Example,
  type Outcome,
  openScriptEvaluator,
  type ScriptEvaluator,
} from '../../training/index.js';
import { lexicase } from './lexicase.js';
import { editScript, type ScriptEdit } from './script-edit.js';
import { constantsOf, scriptEdits } from './script-edits.js';

/** Changes of the seed alone that are tried before changes are put on changes, as a share of the evaluations. */
const SHARE_OF_SINGLE = 0.6;
/** Most scripts that behave differently and are gone on from. */
const MOST_KEPT = 60;
/** How much longer than the seed a script may get, in characters. */
const MOST_GROWTH = 160;

/** Scripts that may run into a limit before the repair ends: each takes as long as thousands of others. */
const MOST_STALLS = 3;

/** What {@link repairScript} needs. */
export interface RepairOptions {
  readonly script: string;
  readonly train: readonly Example[];
  /** Decides between repairs; none is made from it. */
  readonly holdout: readonly Example[];
  readonly sandbox: Sandbox;
  readonly random: RandomStream;
  /** Scripts that are run at most, each on all examples. */
  readonly maxEvaluations: number;
  /** Looked at before each script; true ends the repair with what there is. */
  readonly isOver: () => boolean;
  /** Called for each script that was run. */
  readonly onEvaluation: () => void;
}

/** What became of a script. */
export interface Repair {
  readonly script: string;
  /** Whether it does what every example says, held-out ones too. */
  readonly holds: boolean;
  /** Places that were changed. */
  readonly changes: number;
}

interface Variant {
  readonly script: string;
  readonly changes: number;
  /** How near each training example's output is. */
  readonly scores: readonly number[];
}

/**
 * Mends a script that is nearly right: first each small change of it alone, then changes on changes, from parents that
 * lexicase selection chooses for what they get right. Of scripts that do the same only the first is kept. Ends with the
 * first one that does what every example says.
 *
 * @returns the best there is; null when no change brings the script nearer to the training examples.
 */
export async function repairScript(options: RepairOptions): Promise<Repair | null> {
  await using evaluator = await openScriptEvaluator({ sandbox: options.sandbox });
  return await new RepairRun(options, evaluator).run();
}

class RepairRun {
  readonly #options: RepairOptions;
  readonly #evaluator: ScriptEvaluator;
  readonly #constants: readonly (string | number)[];
  readonly #tried = new Set<string>();
  readonly #behaviours = new Set<string>();
  readonly #edits = new Map<string, readonly ScriptEdit[]>();
  #kept: Variant[] = [];
  #fit: Repair | null = null;
  #evaluations = 0;
  #stalls = 0;

  constructor(options: RepairOptions, evaluator: ScriptEvaluator) {
    this.#options = options;
    this.#evaluator = evaluator;
    this.#constants = constantsOf(options.train.map(({ output }): Json => output));
  }

  async run(): Promise<Repair | null> {
    const { script, maxEvaluations, random } = this.#options;
    await this.#try(script, 0);
    const [seed] = this.#kept;
    if (seed === undefined || this.#editsOf(script).length === 0) return null;
    const alone = Math.ceil(maxEvaluations * SHARE_OF_SINGLE);
    for (const edit of this.#editsOf(script)) {
      if (this.#evaluations >= alone || this.#isDone()) break;
      await this.#try(editScript(script, edit), 1);
    }
    // Where every further change was tried before, drawing goes on for so long only.
    for (let draws = 0; !this.#isDone() && draws < 4 * maxEvaluations; draws++) {
      const parent = lexicase(this.#kept, random);
      const edits = this.#editsOf(parent.script);
      if (edits.length === 0) continue;
      await this.#try(editScript(parent.script, random.pick(edits)), parent.changes + 1);
    }
    return this.#fit ?? this.#nearest(seed);
  }

  #isDone(): boolean {
    const { maxEvaluations, isOver } = this.#options;
    return (
      this.#fit?.holds === true ||
      this.#evaluations >= maxEvaluations ||
      this.#stalls > MOST_STALLS ||
      isOver()
    );
  }

  #editsOf(script: string): readonly ScriptEdit[] {
    const known = this.#edits.get(script) ?? scriptEdits(script, this.#constants);
    this.#edits.set(script, known);
    return known;
  }

  async #try(script: string, changes: number): Promise<void> {
    const { train, holdout, onEvaluation } = this.#options;
    if (this.#tried.has(script) || script.length > this.#options.script.length + MOST_GROWTH) return;
    this.#tried.add(script);
    this.#evaluations++;
    onEvaluation();
    if (this.#stalls > 0) {
      // From the first endless script on, each is tried on one example before it is on all.
      const [first] = await this.#evaluator.evaluate({ script, examples: train.slice(0, 1) });
      if (first !== undefined && ranIntoLimit(first)) {
        this.#stalls++;
        return;
      }
    }
    const examples = [...train, ...holdout];
    const outcomes = await this.#evaluator.evaluate({ script, examples, failsTogether: true });
    if (outcomes.some(ranIntoLimit)) this.#stalls++;
    const shown = outcomes.slice(0, train.length);
    if (shown.every(({ reward }) => reward === 1)) {
      const holds = outcomes.every(({ reward }) => reward === 1);
      if (this.#fit === null || holds) this.#fit = { script, holds, changes };
    }
    const behaviour = shown.map(({ outputHash, error }) => outputHash ?? error?.kind ?? '').join(' ');
    if (this.#behaviours.has(behaviour)) return;
    this.#behaviours.add(behaviour);
    this.#kept.push({ script, changes, scores: shown.map(({ progress }) => progress) });
    if (this.#kept.length > 2 * MOST_KEPT) {
      this.#kept = [...this.#kept].sort((left, right) => total(right) - total(left)).slice(0, MOST_KEPT);
    }
  }

  #nearest(seed: Variant): Repair | null {
    const [best] = [...this.#kept].sort((left, right) => total(right) - total(left));
    if (best === undefined || total(best) <= total(seed)) return null;
    return { script: best.script, holds: false, changes: best.changes };
  }
}

/** Whether a script was stopped, for its time, its memory or its size. */
export function ranIntoLimit({ error }: Outcome): boolean {
  return error !== null && ['timeout', 'memory', 'limit', 'output', 'crash'].includes(error.kind);
}

function total({ scores }: Variant): number {
  return scores.reduce((sum, score) => sum + score, 0);
}
