import type { ModelSource } from '../../models/index.js';
import type { OptimizerContext, Trainable, TrainingExample } from '../../training/index.js';
import { scoringSet, trainedVariables } from '../candidates/candidate.js';
import { type Answer, type AskOptions, ask, type Question } from './ask.js';

/** Steps in which no model answered at all, after which nothing more is asked. */
const MOST_FAILED_STEPS = 3;

/** Whom a proposer asks, and how. */
export interface ProposerSettings {
  readonly model: ModelSource;
  readonly maxOutputTokens?: AskOptions['maxOutputTokens'] | undefined;
  readonly reasoningEffort?: AskOptions['reasoningEffort'] | undefined;
  /** Most examples that candidates are scored on, the same for all. */
  readonly scoredOn: number;
}

/** The beginning of every training whose proposals come from a model: what is trained, what scores it, and the asking. */
export class Proposer {
  /** The variables that words can change; none where there is nothing to do. */
  readonly variables: readonly Trainable[];
  /** What every candidate is scored on. */
  readonly examples: readonly TrainingExample[];
  readonly #context: OptimizerContext;
  readonly #model: ModelSource;
  readonly #options: AskOptions;
  #failedSteps = 0;

  constructor(context: OptimizerContext, settings: ProposerSettings) {
    const { model, maxOutputTokens, reasoningEffort, scoredOn } = settings;
    this.variables = trainedVariables(context);
    this.examples = scoringSet(context, scoredOn);
    this.#context = context;
    this.#model = model;
    this.#options = {
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    };
  }

  /** Asks for a value. What the promise rejects with may be waited for later, after others were asked. */
  ask(question: Question): Promise<Answer> {
    const answer = ask(this.#context, this.#model, question, this.#options);
    answer.catch(() => undefined);
    return answer;
  }

  /** Says what a step was answered. */
  endStep(answers: readonly Answer[]): void {
    const failed = answers.every(({ modelFailed }) => modelFailed);
    this.#failedSteps = failed ? this.#failedSteps + 1 : 0;
  }

  /** Whether the model failed in so many steps that asking on makes no sense. */
  get hasGivenUp(): boolean {
    return this.#failedSteps >= MOST_FAILED_STEPS;
  }
}
