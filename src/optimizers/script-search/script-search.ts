import { defineOptions, type JsonObject, MettleError, option } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import { createSandbox, type Engine, type EngineChoice } from '../../sandbox/index.js';
import { searchScript } from '../../search/index.js';
import type {
  Optimizer,
  OptimizerContext,
  OptimizerRun,
  StepReport,
  Trainable,
  TrainingExample,
  TrainingOutcome,
  VariableValues,
} from '../../training/index.js';
import {
  byScore,
  type Candidate,
  firstCandidates,
  makeCandidate,
  meanReward,
} from '../candidates/candidate.js';
import { checkNumber } from '../evolutionary/options.js';
import { seedScriptOf } from './seed-script.js';
import { scriptTargets } from './targets.js';

/** How scripts are searched for. */
export interface ScriptSearchOptions {
  /**
   * Programs that the search computes for each script, natively and in milliseconds each thousand. Default 300,000: a
   * second or two, after which more time finds little.
   */
  readonly maxEvaluations?: number;
  /** Where the search checks what it found, before the training judges it. Default `auto`. */
  readonly engine?: EngineChoice | Engine;
}

const checkScriptSearchOptions = defineOptions<ScriptSearchOptions>()('ScriptSearch', {
  maxEvaluations: option.number,
  engine: option.either(option.oneOf(['monty', 'cpython', 'docker', 'auto']), option.object),
});

const DEFAULT_EVALUATIONS = 300_000;

/** Codes of examples that no search can take. */
const REFUSALS: ReadonlySet<string> = new Set(['training/contradiction', 'training/invalid_example']);

/**
 * Trains scripts with no model at all: tries small changes of the current script, then searches for the simplest Python that
 * fits the examples. It changes variables of kind `script` whose output is an output of the program; of any other it notes why
 * it leaves it alone.
 *
 * A `PythonSynthesis` adds `stdout` and `stderr` to its output, so a reward has to be told which fields to compare.
 *
 * @example
 * ```ts
 * import { ScriptSearch } from 'mettle/optimizers';
 * import { Input, Program } from 'mettle/programs';
 * import { PythonSynthesis } from 'mettle/synthesis';
 * import { exactMatch } from 'mettle/training';
 *
 * const schema = (name, type) => ({ type: 'object', properties: { [name]: { type } }, required: [name] });
 * const input = Input({ schema: schema('price', 'string') });
 * const cents = new PythonSynthesis({
 *   schema: schema('cents', 'integer'),
 *   pythonScript: 'result = {"cents": 0}',
 *   defaultReturnValue: { cents: 0 },
 * });
 * const program = new Program({ inputs: input, outputs: await cents.call(input) });
 * program.compile({ reward: exactMatch({ inMask: ['cents'] }), optimizer: new ScriptSearch() });
 *
 * const prices = ['3.20', '14.99', '0.05', '120.00', '7.30', '63.10', '1.01', '850.75'];
 * await program.fit(prices.map((price) => ({ price })), prices.map((price) => ({ cents: Number(price.replace('.', '')) })));
 * console.log((await program.call({ price: '9.99' }))?.get('cents')); // → 999
 * ```
 */
export class ScriptSearch implements Optimizer {
  /** How files name it. */
  static readonly registeredName: string = 'mettle>ScriptSearch';
  readonly name: string = 'script-search';
  readonly #maxEvaluations: number;
  readonly #engine: EngineChoice | Engine;

  /** @throws {MettleError} `core/invalid_option`. */
  constructor(options: ScriptSearchOptions = {}) {
    checkScriptSearchOptions(options);
    const { maxEvaluations = DEFAULT_EVALUATIONS, engine = 'auto' } = options;
    checkNumber('maxEvaluations', maxEvaluations, { least: 1, whole: true });
    this.#maxEvaluations = maxEvaluations;
    this.#engine = engine;
  }

  begin(context: OptimizerContext): OptimizerRun {
    return new ScriptSearchRun(context, this.#maxEvaluations, this.#engine);
  }

  getConfig(): JsonObject {
    return {
      maxEvaluations: this.#maxEvaluations,
      engine: typeof this.#engine === 'string' ? this.#engine : this.#engine.name,
    };
  }
}

interface Judged {
  readonly candidate: Candidate;
  readonly score: number;
}

class ScriptSearchRun implements OptimizerRun {
  readonly #context: OptimizerContext;
  readonly #maxEvaluations: number;
  readonly #engine: EngineChoice | Engine;
  readonly #judged: Judged[] = [];

  constructor(context: OptimizerContext, maxEvaluations: number, engine: EngineChoice | Engine) {
    this.#context = context;
    this.#maxEvaluations = maxEvaluations;
    this.#engine = engine;
  }

  /** Everything is done in the first step: the search takes all examples, not a batch. */
  async step(_batch: readonly TrainingExample[]): Promise<StepReport> {
    const { program, examples } = this.#context;
    const scripts = program.variables.filter(({ key, kind }) => {
      if (kind !== 'script') this.#context.note(key, 'left alone: only scripts are searched for');
      return kind === 'script';
    });
    for (const candidate of firstCandidates(this.#context, scripts)) await this.#judge(candidate);
    let proposed = 0;
    for (const variable of scripts) {
      const outcomes = await this.#context.evaluate(this.#best().candidate.values, examples);
      for (const script of await this.#search(variable, outcomes)) {
        proposed += 1;
        const { candidate } = this.#best();
        const values = { ...candidate.values, [variable.key]: { python_script: script } };
        await this.#judge(makeCandidate({ values, parents: [candidate.id], operator: 'search', idea: '' }));
      }
    }
    return { proposed, kept: proposed, exhausted: true };
  }

  finalists(): readonly VariableValues[] {
    return [...this.#judged].sort(byScore).map(({ candidate }) => candidate.values);
  }

  async #judge(candidate: Candidate): Promise<void> {
    const outcomes = await this.#context.evaluate(candidate.values, this.#context.examples);
    this.#judged.push({ candidate, score: meanReward(outcomes) });
  }

  #best(): Judged {
    const [best] = [...this.#judged].sort(byScore);
    if (best === undefined) throw new Error('the start is judged first');
    return best;
  }

  /** What the search found for a script: its choice, what fits as well, or its best guess. */
  async #search(variable: Trainable, outcomes: readonly TrainingOutcome[]): Promise<readonly string[]> {
    const { program, examples, random } = this.#context;
    const targets = scriptTargets({ variable, examples, outcomes, outputNames: program.outputNames });
    if (!targets.ok) {
      this.#context.note(variable.key, targets.reason);
      return [];
    }
    const current = String(this.#best().candidate.values[variable.key]?.python_script);
    await using sandbox = await createSandbox({ engine: this.#engine });
    try {
      const result = await searchScript({
        examples: targets.examples,
        seedScript: seedScriptOf(current) ?? undefined,
        description: program.description === '' ? undefined : program.description,
        budget: { maxEvaluations: this.#maxEvaluations },
        seed: random.child(variable.key).integer(0, 2 ** 31),
        sandbox,
      });
      const [reason = ''] = result.reasons;
      this.#context.note(variable.key, `search: confidence ${result.confidence ?? 'none'}; ${reason}`);
      const found = result.script ?? result.guess?.script;
      return found === undefined ? [] : [found, ...(result.rivals ?? []).slice(0, 3)];
    } catch (error) {
      // Examples that contradict each other, or that no search can take, say so in one line.
      if (!MettleError.isInstance(error) || !REFUSALS.has(error.code)) throw error;
      this.#context.note(variable.key, `left alone: ${errorMessage(error)}`);
      return [];
    }
  }
}
