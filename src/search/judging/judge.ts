import { type Json, RandomStream, sha256 } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import {
  type Example,
  type InputOutput,
  makeExamples,
  type Outcome,
  OutcomeStore,
  openScriptEvaluator,
  type ScoredScript,
  type ScriptEvaluator,
  type StopReason,
  scoreOutcomes,
  type TrainingQuestion,
  type TrainingResult,
} from '../../training/index.js';
import { allPassed, type BudgetMeter } from '../../training/internal.js';
import { inputsWithTwins } from '../evidence/inputs-with-twins.js';
import { perturbInputs } from '../evidence/perturb-inputs.js';
import { idiomaticScript } from '../idiom/index.js';
import { emitScript } from '../programs/emit.js';
import { fits, type Program } from '../programs/program.js';
import type { SearchFindings } from '../search-findings.js';
import type { Solution } from '../solution.js';
import { adviseExamples } from './advise-examples.js';
import { givesText, judgeConfidence } from './confidence.js';
import { type Doubt, doubted, findDoubt } from './doubts.js';
import { findQuestions } from './find-questions.js';
import { otherOrders } from './other-orders.js';
import { seedFailure, seedRefusal } from './seed-notes.js';

/** What a search came to. */
export interface SearchOutcome {
  readonly solution: Solution | null;
  readonly findings: SearchFindings;
  readonly stopReason: StopReason;
}

/** What a {@link Judge} needs. */
interface JudgeOptions {
  /** As the user gave them: messages count in their order. */
  readonly examples: readonly InputOutput[];
  readonly sandbox: Sandbox;
  readonly seed: number;
  readonly description?: string | undefined;
  readonly unlabelled?: readonly Json[] | undefined;
}

/** Examples that, with none held out, show no more than that a script fits them. */
const MOST_UNTESTED = 3;

const UNTESTED =
  'Add an example or two: with four, one is held out, and tests the script on what it was not made from.';

/** Of 21 sure scripts for lists with a question, one was wrong; of 87 without one, none. Texts are seldom right by luck. */
const OPEN_QUESTION = 'another program fits as well and says something else on an input near the examples';

/** The same on an input that was given: there, texts that fit disagree for a reason, too. */
const DISPUTED = 'another program fits as well and says something else on an input that was given';

/** Scores scripts in one fork of the sandbox, opened for the first of them, and keeps every outcome. */
export class Judge implements AsyncDisposable {
  readonly #options: JudgeOptions;
  readonly #train: readonly Example[];
  readonly #holdout: readonly Example[];
  /** Both, and what their inputs are. */
  readonly #examples: readonly Example[];
  readonly #inputs: readonly Json[];
  readonly #store = new OutcomeStore();
  readonly #choices: number;
  #guess: ScoredScript | null = null;
  #seedNotes: readonly string[] = [];
  #evaluator: Promise<ScriptEvaluator> | null = null;

  constructor(
    options: JudgeOptions,
    train: readonly Example[],
    holdout: readonly Example[],
    choices: number,
  ) {
    this.#choices = choices;
    this.#options = options;
    this.#train = train;
    this.#holdout = holdout;
    this.#examples = [...train, ...holdout];
    this.#inputs = this.#examples.map(({ input }) => input);
  }

  async score(script: string, foundBy: string): Promise<ScoredScript> {
    const outcomes = await this.#evaluate(script, this.#examples, this.#store);
    const scored: ScoredScript = {
      script,
      train: scoreOutcomes(outcomes.slice(0, this.#train.length)),
      holdout: scoreOutcomes(outcomes.slice(this.#train.length)),
      foundBy,
    };
    if (this.#guess === null || passes(scored) > passes(this.#guess)) this.#guess = scored;
    return scored;
  }

  /**
   * Scores the seed script; null for one that is no use: no Python, or one that runs into a limit. It is run on few examples
   * at first, so that an endless one takes the time of one example. What is wrong with it is among the result's reasons.
   */
  async scoreSeed(script: string): Promise<ScoredScript | null> {
    const examples = this.#examples;
    const outcomes: Outcome[] = [];
    while (outcomes.length < examples.length) {
      const size = Math.max(1, Math.floor(outcomes.length / 8));
      const some = examples.slice(outcomes.length, outcomes.length + size);
      outcomes.push(...(await this.#evaluate(script, some, this.#store)));
      const refusal = seedRefusal(outcomes, examples, this.#options.examples);
      if (refusal !== null) {
        this.#seedNotes = [refusal];
        return null;
      }
    }
    this.#seedNotes = seedFailure(outcomes);
    return await this.score(script, 'seed');
  }

  solvedBySeed(seed: ScoredScript, meter: BudgetMeter): TrainingResult {
    return {
      ...this.#common(meter, 'found'),
      ...seed,
      solved: true,
      abstained: false,
      confidence: 'high',
      advice: [],
      reasons: ['the seed script already does what every example says'],
    };
  }

  /** A seed script that small changes made right. How far it may be trusted depends on what they mended. */
  solvedByRepair(
    seed: ScoredScript,
    repaired: ScoredScript,
    changes: number,
    meter: BudgetMeter,
  ): TrainingResult {
    const total = repaired.train.total + repaired.holdout.total;
    const mended = total - passes(seed);
    const isTested = repaired.holdout.total > 0 || repaired.train.total > MOST_UNTESTED;
    const reasons = [
      `${changes === 1 ? 'one change' : `${changes} changes`} of the seed script, which failed ${mended} of ${total} examples`,
    ];
    const isOneBit = this.#train.every(({ output }) => typeof output === 'boolean');
    const isEvidence = mended > (isOneBit ? 4 : 1) && isTested;
    return {
      ...this.#common(meter, isEvidence ? 'found' : 'abstained'),
      ...repaired,
      script: isEvidence ? repaired.script : null,
      solved: isEvidence,
      abstained: !isEvidence,
      confidence: isEvidence ? 'medium' : 'low',
      advice: isEvidence ? [] : ['Add an example or two of the kind that the seed script gets wrong.'],
      reasons: isEvidence ? reasons : [...reasons, 'too few to tell the right change from a lucky one'],
    };
  }

  async result(search: SearchOutcome, meter: BudgetMeter): Promise<TrainingResult> {
    const { solution, findings } = search;
    if (solution === null) {
      const { partial } = findings;
      if (partial !== null) await this.#scoreProgram(partial, 'partial');
      return this.#abstained(meter, search, null, ['nothing that was tried fits every training example']);
    }
    const scored = await this.#scoreProgram(solution.program, solution.engine);
    const rated = judgeConfidence(
      { ...solution, luck: solution.luck * this.#choices },
      scored.train,
      scored.holdout,
      this.#examples,
    );
    const doubt = rated.confidence === 'high' ? await this.#doubt(scored.script) : null;
    const verdict = doubt === null ? rated : doubted(rated, doubt);
    const question = doubt?.question ?? (await this.#question(solution, findings));
    const isOpen = verdict.confidence === 'high' && question !== null && !givesText(solution.program);
    const rivals = findings.rivalsOf(solution.program, this.#holdout, this.#options.unlabelled ?? []);
    const isDisputed = verdict.confidence === 'high' && rivals.length > 0;
    const { confidence, reasons } =
      isOpen || isDisputed ? doubted(verdict, { reason: isDisputed ? DISPUTED : OPEN_QUESTION }) : verdict;
    const others = {
      ...(rivals.length === 0 ? {} : { rivals: rivals.map((program) => this.#written(program)) }),
      ...(question === null ? {} : { question }),
    };
    if (confidence === 'low') return { ...this.#abstained(meter, search, confidence, reasons), ...others };
    const isTested = scored.holdout.total > 0 || scored.train.total > MOST_UNTESTED;
    return {
      ...this.#common(meter, search.stopReason),
      ...scored,
      ...others,
      solved: isTested,
      abstained: false,
      confidence,
      advice: isTested ? [] : [UNTESTED],
      reasons: [...reasons, ...this.#seedNotes],
      ...(this.#seedNotes.length === 0 ? {} : { seedNotes: this.#seedNotes }),
    };
  }

  /** Where what fits disagrees: on an unlabelled input, or on one near those of the examples. */
  async #question({ program, holds }: Solution, findings: SearchFindings): Promise<TrainingQuestion | null> {
    if (!holds) return null;
    const orders = otherOrders(program).filter((other) => fits(other, this.#examples));
    const programs = [program, ...findings.holding(this.#holdout), ...orders];
    const { unlabelled = [] } = this.#options;
    for (const { input, answers } of [
      ...findQuestions(programs, unlabelled),
      ...findQuestions(programs, this.#nearInputs()),
      ...findQuestions(programs, this.#inputsWithTwins()),
    ]) {
      const given: TrainingQuestion['answers'][number][] = [];
      for (const { output, program: one } of answers) {
        const script = this.#written(one);
        const [outcome] = await this.#evaluate(script, makeExamples([{ input, output }]));
        if (outcome?.reward === 1) given.push({ output, script });
        else if (given.length === 0) break;
      }
      if (given.length > 1) return { input, answers: given };
    }
    return null;
  }

  /** Inputs near those of the examples. */
  #nearInputs(): readonly Json[] {
    return perturbInputs(this.#inputs, new RandomStream(this.#options.seed, 'search/questions'));
  }

  #inputsWithTwins(): readonly Json[] {
    return inputsWithTwins(this.#inputs, new RandomStream(this.#options.seed, 'search/twins'));
  }

  #doubt(script: string): Promise<Doubt | null> {
    return findDoubt({
      script,
      examples: this.#examples,
      inputs: this.#nearInputs(),
      evaluate: (other, examples) => this.#evaluate(other, examples),
    });
  }

  #abstained(
    meter: BudgetMeter,
    search: SearchOutcome,
    confidence: 'low' | null,
    reasons: readonly string[],
  ): TrainingResult {
    const guess = this.#guess;
    return {
      ...this.#common(meter, search.stopReason === 'found' ? 'abstained' : search.stopReason),
      script: null,
      train: guess?.train ?? { passed: 0, total: this.#train.length, rate: null },
      holdout: guess?.holdout ?? { passed: 0, total: this.#holdout.length, rate: null },
      foundBy: guess?.foundBy ?? null,
      solved: false,
      abstained: true,
      confidence: guess === null ? null : (confidence ?? 'low'),
      advice: adviseExamples({
        train: this.#train,
        holdout: this.#holdout,
        unlabelled: this.#options.unlabelled ?? [],
        search,
        guess: guess === null ? [] : this.#outcomesOf(guess.script),
      }),
      reasons: [...reasons, ...this.#seedNotes],
      ...(this.#seedNotes.length === 0 ? {} : { seedNotes: this.#seedNotes }),
    };
  }

  /** The program in good Python; as it stands where that does not do the same on every example. */
  async #scoreProgram(program: Program, foundBy: string): Promise<ScoredScript> {
    const plain = emitScript(program, this.#options.description);
    const script = this.#written(program);
    const scored = await this.score(script, foundBy);
    if (script === plain || (allPassed(scored.train) && allPassed(scored.holdout))) return scored;
    const other = await this.score(plain, foundBy);
    return passes(other) > passes(scored) ? other : scored;
  }

  async #evaluate(script: string, examples: readonly Example[], store?: OutcomeStore): Promise<Outcome[]> {
    this.#evaluator ??= openScriptEvaluator({ sandbox: this.#options.sandbox });
    const evaluator = await this.#evaluator;
    return evaluator.evaluate({ script, examples, ...(store === undefined ? {} : { store }) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#evaluator?.catch(() => null))?.close();
  }

  #written(program: Program): string {
    const { description, unlabelled } = this.#options;
    const examples = this.#examples;
    return (
      idiomaticScript(program, { description, examples, inputs: unlabelled }) ??
      emitScript(program, description)
    );
  }

  #outcomesOf(script: string): readonly Outcome[] {
    const scriptHash = sha256(script);
    return this.#store.all().filter((outcome) => outcome.scriptHash === scriptHash);
  }

  #common(
    meter: BudgetMeter,
    stopReason: StopReason,
  ): {
    readonly guess: ScoredScript | null;
    readonly outcomes: readonly Outcome[];
    readonly evaluations: number;
    readonly seconds: number;
    readonly stopReason: StopReason;
  } {
    return {
      guess: this.#guess,
      outcomes: this.#store.all(),
      evaluations: meter.evaluations,
      seconds: meter.seconds(),
      stopReason,
    };
  }
}

function passes(scored: ScoredScript): number {
  return scored.train.passed + scored.holdout.passed;
}
