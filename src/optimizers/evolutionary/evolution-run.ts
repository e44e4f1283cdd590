import type { RandomStream } from '../../core/index.js';
import type {
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
import { chooseVariable } from '../candidates/choose-variable.js';
import { select } from '../candidates/selection.js';
import type { Answer } from '../proposals/ask.js';
import { Proposer } from '../proposals/proposer.js';
import { evolutionPrompt, systemPrompt } from './evolution-prompts.js';
import type { EvolutionarySettings } from './options.js';

/** A candidate that was scored on the scoring set. */
export interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
  readonly outcomes: readonly TrainingOutcome[];
}

/** Which candidates live on after an epoch: the best first. */
export type Survivors = (
  candidates: readonly Scored[],
  count: number,
) => Promise<readonly Scored[]> | readonly Scored[];

/** The fittest live on. */
export const survivorsByScore: Survivors = (candidates, count) =>
  [...candidates].sort(byScore).slice(0, count);

/** Candidates handed to the final choice: of more, the luckiest would win. */
const FINALISTS = 5;

interface Offspring {
  readonly parents: readonly Scored[];
  readonly variable: Trainable;
  readonly answer: Answer;
}

/** A proposal under way. */
interface Asked {
  readonly answered: Promise<Offspring>;
}

/** One training by evolution. */
export class EvolutionRun implements OptimizerRun {
  readonly #context: OptimizerContext;
  readonly #settings: EvolutionarySettings;
  readonly #survivors: Survivors;
  readonly #proposer: Proposer;
  readonly #random: RandomStream;
  #population: Scored[] = [];
  readonly #known = new Set<string>();
  #started = false;
  #epoch = 1;
  #steps = 0;

  constructor(context: OptimizerContext, settings: EvolutionarySettings, survivors: Survivors) {
    this.#context = context;
    this.#settings = settings;
    this.#survivors = survivors;
    this.#proposer = new Proposer(context, { ...settings, scoredOn: settings.scoreExamples });
    this.#random = context.random.child('evolution');
  }

  async step(batch: readonly TrainingExample[]): Promise<StepReport> {
    const { variables } = this.#proposer;
    if (variables.length === 0) return { proposed: 0, kept: 0, exhausted: true };
    if (!this.#started) {
      this.#started = true;
      for (const candidate of firstCandidates(this.#context, variables)) await this.#score(candidate);
    }
    this.#steps += 1;
    const asked: Asked[] = [];
    for (let index = 0; index < this.#settings.proposals; index++) {
      asked.push(await this.#propose(batch, `step ${this.#steps} proposal ${index + 1}`));
    }
    const offspring = await Promise.all(asked.map(({ answered }) => answered));
    let kept = 0;
    for (const child of offspring) kept += (await this.#take(child)) ? 1 : 0;
    this.#proposer.endStep(offspring.map(({ answer }) => answer));
    return { proposed: offspring.length, kept, exhausted: this.#proposer.hasGivenUp };
  }

  async endEpoch(): Promise<void> {
    this.#population = [...(await this.#survivors(this.#population, this.#settings.populationSize))];
    this.#epoch += 1;
  }

  finalists(): readonly VariableValues[] {
    const best = [...this.#population].sort(byScore).slice(0, FINALISTS);
    return best.map(({ candidate }) => candidate.values);
  }

  /** Makes every choice, in order; the model's answer is waited for later. */
  async #propose(batch: readonly TrainingExample[], id: string): Promise<Asked> {
    const { selection, selectionTemperature: temperature, mergingRate, maxChars } = this.#settings;
    const random = this.#random;
    const parent = select(this.#population, { selection, temperature, random });
    const others = this.#population.filter((scored) => scored !== parent);
    const crosses = random.chance(Math.min(1, mergingRate * this.#epoch)) && others.length > 0;
    const other = crosses ? select(others, { selection, temperature, random }) : null;
    const outcomes = await this.#context.evaluate(parent.candidate.values, batch);
    const variable = chooseVariable(this.#proposer.variables, {
      outcomes,
      best: (exampleId) => this.#bestOn(exampleId),
      random,
    });
    const prompt = evolutionPrompt({
      program: this.#context.program,
      variable,
      parent,
      other,
      evidence: outcomes.map((outcome, index) => ({ outcome, example: batch[index] as TrainingExample })),
      maxChars,
    });
    const { mutationTemperature, crossoverTemperature, instructions } = this.#settings;
    const asked = this.#proposer.ask({
      id,
      variable,
      system: systemPrompt(instructions),
      prompt,
      temperature: other === null ? mutationTemperature : crossoverTemperature,
    });
    const parents = other === null ? [parent] : [parent, other];
    const answered = asked.then((answer) => ({ parents, variable, answer }));
    // What it throws is thrown where it is waited for, after the others were asked.
    answered.catch(() => undefined);
    return { answered };
  }

  async #take({ parents, variable, answer }: Offspring): Promise<boolean> {
    if (!answer.ok) {
      this.#context.note(variable.key, `a proposal was dropped: ${answer.reason}`);
      return false;
    }
    const [parent] = parents;
    if (parent === undefined) return false;
    return this.#score(
      makeCandidate({
        values: { ...parent.candidate.values, [variable.key]: answer.value },
        parents: parents.map(({ candidate }) => candidate.id),
        operator: parents.length === 1 ? 'mutation' : 'crossover',
        idea: answer.idea,
      }),
    );
  }

  /** Puts a candidate into the population, unless an equal one was there before. */
  async #score(candidate: Candidate): Promise<boolean> {
    if (this.#known.has(candidate.id)) return false;
    this.#known.add(candidate.id);
    const outcomes = await this.#context.evaluate(candidate.values, this.#proposer.examples);
    this.#population.push({ candidate, outcomes, score: meanReward(outcomes) });
    return true;
  }

  #bestOn(exampleId: string): TrainingOutcome | undefined {
    let best: TrainingOutcome | undefined;
    for (const { candidate } of this.#population) {
      const outcome = this.#context.outcomes.get(candidate.values, exampleId);
      if (outcome !== undefined && (best === undefined || outcome.reward > best.reward)) best = outcome;
    }
    return best;
  }
}
