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
import { type Candidate, firstCandidates, makeCandidate } from '../candidates/candidate.js';
import { chooseVariable } from '../candidates/choose-variable.js';
import type { Answer } from '../proposals/ask.js';
import { Proposer } from '../proposals/proposer.js';
import { ScriptSearch } from '../script-search/script-search.js';
import { Archive, type Member } from './archive.js';
import { judgeInStages } from './cascade.js';
import { chooseEvidence, solves } from './choose-evidence.js';
import { chooseParent, complementOf } from './choose-parent.js';
import { type Operator, OperatorBandit } from './operators.js';
import type { ParetoRefineSettings } from './options.js';
import { refinePrompt, refineSystem } from './prompt.js';
import { shrinkScript } from './shrink-script.js';

/** What was tried on a parent before that its prompts tell, the last first. */
const TRIED_SHOWN = 3;
/** Ancestors of a candidate that its prompts tell. */
const ANCESTORS_SHOWN = 3;
/** By how much a stagnating search raises the temperature, and up to where. */
const HEAT = { step: 0.2, most: 1.2 };

/** A proposal that was decided on, and perhaps asked for. */
interface Plan {
  readonly operator: Operator;
  readonly parent: Member;
  readonly partner: Member | null;
  readonly variable: Trainable;
  readonly evidence: readonly number[];
  readonly answer: Promise<Answer>;
}

/** One training by refinement. */
export class ParetoRefineRun implements OptimizerRun {
  readonly #context: OptimizerContext;
  readonly #settings: ParetoRefineSettings;
  /** Reward of an example that is solved. */
  readonly #target: number;
  readonly #proposer: Proposer;
  readonly #random: RandomStream;
  readonly #archive = new Archive();
  readonly #bandit = new OperatorBandit();
  readonly #seen = new Set<string>();
  /** Candidates that a search has started from. */
  readonly #searched = new Set<string>();
  readonly #tried = new Map<string, string[]>();
  readonly #shrunk: VariableValues[] = [];
  #isShrunk = false;
  #steps = 0;
  #withoutGain = 0;

  constructor(context: OptimizerContext, settings: ParetoRefineSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#target = settings.target ?? context.largestReward;
    this.#proposer = new Proposer(context, { ...settings, scoredOn: settings.maxExamples });
    this.#random = context.random.child('pareto-refine');
  }

  async step(_batch: readonly TrainingExample[]): Promise<StepReport> {
    if (this.#proposer.variables.length === 0) return { proposed: 0, kept: 0, exhausted: true };
    if (this.#steps === 0) await this.#scoreFirst();
    if (this.#withoutGain >= this.#settings.stagnation) await this.#searchFromBest();
    if (this.#isDone()) return this.#end({ proposed: 0, kept: 0 });
    this.#steps += 1;
    const plans = this.#plan();
    let kept = 0;
    const answers: Answer[] = [];
    for (const plan of plans) {
      const answer = await plan.answer;
      answers.push(answer);
      if (await this.#take(plan, answer)) kept += 1;
    }
    this.#proposer.endStep(answers);
    const report = { proposed: plans.length, kept };
    return this.#isDone() ? this.#end(report) : { ...report, exhausted: false };
  }

  /** Makes the best scripts shorter, as long as they do the same on every example. */
  async finish(): Promise<void> {
    if (this.#isShrunk) return;
    this.#isShrunk = true;
    let left = this.#settings.shrinkRuns;
    for (const member of this.#archive.ranked.slice(0, this.#settings.finalists)) {
      for (const variable of this.#proposer.variables) {
        if (variable.kind !== 'script' || left <= 0) continue;
        const { chunk } = this.#settings;
        const shrunk = await shrinkScript({
          context: this.#context,
          examples: this.#proposer.examples,
          chunk,
          member,
          variable,
          runs: left,
        });
        left = shrunk.left;
        if (shrunk.values !== null) this.#shrunk.push(shrunk.values);
      }
    }
  }

  finalists(): readonly VariableValues[] {
    const best = this.#archive.ranked
      .slice(0, this.#settings.finalists)
      .map(({ candidate }) => candidate.values);
    return [...this.#shrunk, ...best];
  }

  /** A step that is the last: nothing may be run after it. */
  async #end(report: Omit<StepReport, 'exhausted'>): Promise<StepReport> {
    await this.finish();
    return { ...report, exhausted: true };
  }

  async #scoreFirst(): Promise<void> {
    const candidates = firstCandidates(this.#context, this.#proposer.variables);
    const [first] = candidates;
    if (first === undefined) return;
    for (const candidate of candidates) {
      this.#seen.add(candidate.id);
      this.#archive.add(candidate, await this.#context.evaluate(candidate.values, this.#proposer.examples));
    }
    await this.#search(first);
  }

  /** One search, from the best candidate that none has started from, among as many as are handed to the final choice. */
  async #searchFromBest(): Promise<void> {
    const best = this.#archive.ranked.slice(0, this.#settings.finalists);
    const next = best.find(({ candidate }) => !this.#searched.has(candidate.id));
    if (next !== undefined) await this.#search(next.candidate);
  }

  /** Lets a program search repair a candidate's scripts, or find others. What holds of a model's wrong script is kept. */
  async #search(from: Candidate): Promise<void> {
    const { search } = this.#settings;
    if (search === null || this.#searched.has(from.id)) return;
    this.#searched.add(from.id);
    const run = new ScriptSearch(search).begin({ ...this.#context, start: from.values });
    await run.step([]);
    for (const found of run.finalists()) {
      const values = { ...from.values, ...found };
      const candidate = makeCandidate({
        values,
        parents: [from.id],
        operator: 'search',
        idea: 'found by search',
      });
      if (this.#seen.has(candidate.id)) continue;
      this.#seen.add(candidate.id);
      const outcomes = await this.#context.evaluate(values, this.#proposer.examples);
      const kept = this.#archive.add(candidate, outcomes);
      if (kept.kept && kept.isGain) this.#withoutGain = 0;
    }
  }

  #isDone(): boolean {
    const { best } = this.#archive;
    const isSolved = best?.outcomes.every((outcome) => solves(outcome, this.#target)) === true;
    if (isSolved) return true;
    return this.#withoutGain >= this.#settings.patience || this.#proposer.hasGivenUp;
  }

  /** Decides on the proposals of a step, in order, and asks for them all at the same time. */
  #plan(): readonly Plan[] {
    const { parents, proposals, freshStart } = this.#settings;
    const plans: Plan[] = [];
    const id = (): string => `step ${this.#steps} proposal ${plans.length + 1}`;
    if (this.#steps === 1 && freshStart > 0) {
      for (let index = 0; index < freshStart; index++)
        plans.push(this.#propose(this.#parent(), id(), 'fresh'));
      return plans;
    }
    for (let index = 0; index < parents; index++) {
      const parent = this.#parent();
      for (let proposal = 0; proposal < proposals; proposal++) plans.push(this.#propose(parent, id(), null));
    }
    return plans;
  }

  /** After twice the stagnation it goes on from the best alone. */
  #parent(): Member {
    const { best } = this.#archive;
    if (best !== undefined && this.#withoutGain >= 2 * this.#settings.stagnation) return best;
    return chooseParent(this.#archive, this.#random);
  }

  #propose(parent: Member, id: string, given: Operator | null): Plan {
    const {
      worstExamples: worst,
      stagnation,
      temperature,
      freshTemperature,
      instructions,
      maxChars,
    } = this.#settings;
    const random = this.#random;
    const complement = complementOf(parent, this.#archive);
    const stagnates = this.#withoutGain > 0 && Math.floor(this.#withoutGain / stagnation) % 2 === 1;
    const operator =
      given ?? (stagnates && random.chance(0.5) ? 'fresh' : this.#operator(parent, complement, stagnates));
    const evidence = chooseEvidence(parent, this.#archive, { worst, target: this.#target, random });
    const variable = chooseVariable(this.#proposer.variables, {
      outcomes: evidence.map((place) => parent.outcomes[place] as TrainingOutcome),
      best: (exampleId) => this.#bestOn(exampleId),
      random,
    });
    const partner = operator === 'merge' || operator === 'join' ? complement : null;
    const { library, editsAbove } = this.#settings;
    const base = parent.candidate.values[variable.key];
    const decided = { operator, parent, partner, variable, evidence };
    if (operator === 'join' && partner !== null)
      return { ...decided, answer: Promise.resolve(joined(partner, variable)) };
    const prompt = refinePrompt({
      ...decided,
      program: this.#context.program,
      examples: this.#proposer.examples,
      bestRewards: this.#archive.bestRewards(),
      target: this.#target,
      lineage: this.#archive.lineage(parent, ANCESTORS_SHOWN),
      tried: (this.#tried.get(parent.candidate.id) ?? []).slice(-TRIED_SHOWN).reverse(),
      maxChars,
      library: operator === 'port' ? random.pick(library) : null,
      byEdits: String(base?.python_script ?? '').split('\n').length >= editsAbove,
    });
    const heat = Math.min(HEAT.most, temperature + HEAT.step * Math.floor(this.#withoutGain / stagnation));
    const answer = this.#proposer.ask({
      id,
      variable,
      system: refineSystem(instructions),
      prompt,
      temperature: operator === 'fresh' ? freshTemperature : heat,
      base,
    });
    return { ...decided, answer };
  }

  #operator(parent: Member, complement: Member | null, stagnates: boolean): Operator {
    const fails = parent.outcomes.some(
      ({ error, calls }) => error !== null || calls.some((call) => call.error !== null),
    );
    const available: Operator[] = ['refine', 'fresh'];
    // What is long and wrong may hide a plain rule.
    if (stagnates) available.push('simplify');
    if (fails) available.push('repair');
    if (complement !== null)
      available.push('merge', ...(this.#proposer.variables.length > 1 ? (['join'] as const) : []));
    const hasScripts = this.#proposer.variables.some(({ kind }) => kind === 'script');
    if (hasScripts && this.#settings.library.length > 0) available.push('port');
    return this.#bandit.choose(available, this.#random);
  }

  /** Judges a proposal when its turn has come. */
  async #take({ operator, parent, partner, variable, evidence }: Plan, answer: Answer): Promise<boolean> {
    const reject = (reason: string, idea = ''): boolean => {
      const line = idea === '' ? reason : `${idea} (${reason})`;
      this.#tried.set(parent.candidate.id, [...(this.#tried.get(parent.candidate.id) ?? []), line]);
      this.#bandit.record(operator, false);
      this.#withoutGain += 1;
      return false;
    };
    if (!answer.ok) {
      this.#context.note(variable.key, `a proposal was dropped: ${answer.reason}`);
      return reject(answer.reason);
    }
    const candidate = makeCandidate({
      values: { ...parent.candidate.values, [variable.key]: answer.value },
      parents: [parent.candidate.id, ...(partner === null ? [] : [partner.candidate.id])],
      operator,
      idea: answer.idea,
    });
    if (this.#seen.has(candidate.id)) return reject('the same as a value tried before', answer.idea);
    this.#seen.add(candidate.id);
    const { chunk } = this.#settings;
    const judged = await judgeInStages(candidate, {
      context: this.#context,
      archive: this.#archive,
      examples: this.#proposer.examples,
      parent,
      evidence,
      target: this.#target,
      // The first ones don't build on anything: each is worth knowing whole.
      gated: this.#steps > 1 || this.#settings.freshStart === 0,
      chunk,
    });
    if (!judged.ok) return reject(judged.reason, answer.idea);
    const result = this.#archive.add(candidate, judged.outcomes);
    if (!result.kept)
      return reject(
        `it does the same as another value, ${result.sameAs.candidate.idea || 'an earlier one'}`,
        answer.idea,
      );
    this.#bandit.record(operator, result.isGain);
    this.#withoutGain = result.isGain ? 0 : this.#withoutGain + 1;
    return true;
  }

  #bestOn(exampleId: string): TrainingOutcome | undefined {
    const place = this.#proposer.examples.findIndex(({ id }) => id === exampleId);
    const outcomes = this.#archive.members.flatMap((member) => member.outcomes[place] ?? []);
    return outcomes.sort((left, right) => right.reward - left.reward)[0];
  }
}

/** The partner's value of one variable, which needs no model. */
function joined(partner: Member, variable: Trainable): Answer {
  const value: Candidate['values'][string] = partner.candidate.values[variable.key] ?? variable.value;
  return { ok: true, value, idea: `the ${variable.key} of another candidate`, modelFailed: false };
}
