import { canonicalJson, type Json, type JsonObject } from '../../core/index.js';
import type {
  OptimizerContext,
  OptimizerRun,
  StepReport,
  Trainable,
  TrainingExample,
  VariableValues,
} from '../../training/index.js';
import { ExamplePool, type PoolExample } from './example-pool.js';
import type { FewShotSettings } from './options.js';

/** A set of examples that was tried, with what it scored. */
export interface FewShotCandidate {
  readonly values: VariableValues;
  /** The shown examples that come from training examples, by variable. */
  readonly shown: ReadonlyMap<string, readonly PoolExample[]>;
}

/** Draws new sets of examples for a variable. An empty list: nothing is left to try for it now. */
export type Propose = (request: {
  readonly variable: Trainable;
  readonly parent: FewShotCandidate;
  readonly pool: readonly PoolExample[];
  readonly count: number;
}) => readonly (readonly PoolExample[])[];

/**
 * Chooses few-shot examples for every variable of the kind `examples`, one variable a step in turn. A new set stays when it
 * is better than the best so far on training examples that neither of the two was shown.
 */
export class FewShotRun implements OptimizerRun {
  readonly #context: OptimizerContext;
  readonly #settings: FewShotSettings;
  readonly #propose: Propose;
  readonly #variables: readonly Trainable[];
  readonly #pools: ReadonlyMap<string, ExamplePool>;
  readonly #scoring: readonly TrainingExample[];
  readonly #byId: ReadonlyMap<string, TrainingExample>;
  readonly #tried = new Set<string>();
  #population: FewShotCandidate[];
  #steps = 0;

  constructor(context: OptimizerContext, settings: FewShotSettings, propose: Propose) {
    this.#context = context;
    this.#settings = settings;
    this.#propose = propose;
    this.#variables = examplesVariables(context);
    this.#pools = new Map(
      this.#variables.map(({ key }) => [key, new ExamplePool(key, settings.labels, context.largestReward)]),
    );
    const scoring = context.random.child('scoring').sample(context.examples, settings.scoreExamples);
    this.#scoring = context.examples.filter((example) => scoring.includes(example));
    this.#byId = new Map(context.examples.map((example) => [example.id, example]));
    this.#population = [{ values: context.start, shown: new Map() }];
    this.#tried.add(canonicalJson(context.start));
  }

  async step(batch: readonly TrainingExample[]): Promise<StepReport> {
    if (this.#variables.length === 0) return { proposed: 0, kept: 0, exhausted: true };
    const parent = this.#best;
    await this.#run([parent], batch);
    const seeds = this.#steps === 0 ? this.#seeds() : [];
    const variable = this.#variables[this.#steps++ % this.#variables.length] as Trainable;
    const children = [...seeds, ...(await this.#children(variable, parent))];
    if (children.length > 0) await this.#run([parent, ...children], this.#scoring);
    let kept = 0;
    for (const child of children) if (this.#place(child)) kept++;
    return { proposed: children.length, kept, leader: this.#best.values };
  }

  finalists(): readonly VariableValues[] {
    return this.#population.map(({ values }) => values);
  }

  get #best(): FewShotCandidate {
    return this.#population[0] as FewShotCandidate;
  }

  /** Runs candidates and takes their good calls into the pools, in their order, whatever ends first. */
  async #run(candidates: readonly FewShotCandidate[], examples: readonly TrainingExample[]): Promise<void> {
    const all = await Promise.all(candidates.map(({ values }) => this.#context.evaluate(values, examples)));
    for (const outcome of all.flat()) {
      const example = this.#byId.get(outcome.exampleId);
      if (example === undefined) continue;
      for (const pool of this.#pools.values()) pool.add(outcome, example);
    }
  }

  #seeds(): FewShotCandidate[] {
    return this.#variables.flatMap(({ key, seeds }) =>
      seeds.flatMap((seed) =>
        this.#fresh({ values: { ...this.#context.start, [key]: seed }, shown: new Map() }),
      ),
    );
  }

  async #children(variable: Trainable, parent: FewShotCandidate): Promise<FewShotCandidate[]> {
    const pool = this.#pools.get(variable.key)?.examples ?? [];
    if (pool.length === 0) {
      this.#context.note(
        variable.key,
        'no call that read it earned a reward, so there is nothing good to show',
      );
      return [];
    }
    const sets = this.#propose({ variable, parent, pool, count: this.#settings.proposals });
    const children: FewShotCandidate[] = [];
    for (const set of sets) {
      const value = { ...parent.values[variable.key], examples: set.map(shownExample) };
      if ((await variable.validate(value)) !== null) continue;
      const shown = new Map([...parent.shown, [variable.key, set] as const]);
      children.push(...this.#fresh({ values: { ...parent.values, [variable.key]: value }, shown }));
    }
    return children;
  }

  /** The candidate, if its examples, in this order, were not tried before. */
  #fresh(candidate: FewShotCandidate): FewShotCandidate[] {
    const id = canonicalJson(candidate.values);
    if (this.#tried.has(id)) return [];
    this.#tried.add(id);
    return [candidate];
  }

  /** Puts a candidate before the first that it is better than. */
  #place(candidate: FewShotCandidate): boolean {
    const place = this.#population.findIndex((other) => this.#isBetter(candidate, other));
    if (place < 0) {
      if (this.#population.length >= this.#settings.populationSize) return false;
      this.#population.push(candidate);
      return true;
    }
    this.#population = this.#population
      .toSpliced(place, 0, candidate)
      .slice(0, this.#settings.populationSize);
    return true;
  }

  /** Compares two on the scoring examples that neither was shown; on all of them where none is left. */
  #isBetter(one: FewShotCandidate, other: FewShotCandidate): boolean {
    const shown = new Set([one, other].flatMap(sourcesOf));
    const unseen = this.#scoring.filter(({ id }) => !shown.has(id));
    const common = (unseen.length > 0 ? unseen : this.#scoring).flatMap(({ id }) => {
      const [left, right] = [one, other].map(({ values }) => this.#context.outcomes.get(values, id)?.reward);
      return left === undefined || right === undefined ? [] : [left - right];
    });
    return common.reduce((sum, difference) => sum + difference, 0) > 1e-12;
  }
}

/** The variables that examples can train; the others are left alone, and it is said why. */
function examplesVariables(context: OptimizerContext): readonly Trainable[] {
  return context.program.variables.filter(({ key, kind }) => {
    if (kind === 'examples') return true;
    context.note(key, `left alone: few-shot examples can't train a variable of the kind ${kind}`);
    return false;
  });
}

function sourcesOf({ shown }: FewShotCandidate): string[] {
  return [...shown.values()].flatMap((set) => set.map(({ from }) => from));
}

function shownExample({
  inputs,
  outputs,
}: PoolExample): { readonly inputs: Json; readonly outputs: Json } & JsonObject {
  return { inputs, outputs };
}
