import { contentHash } from '../../core/index.js';
import { errorMessage } from '../../core/internal.js';
import type { Policy } from '../../environments/index.js';
import { agentPolicy } from '../../generation/index.js';
import { replySettings } from '../../generation/internal.js';
import {
  type Budget,
  type ModelRequest,
  type ModelSource,
  openModel,
  withBudget,
} from '../../models/index.js';
import { modelName } from '../../models/internal.js';
import type { BfclCase, CallCase } from '../cases/benchmark-case.js';
import { benchmarkError } from '../error-codes.js';
import { answerOfFunction, answerOfModel } from './answer-policies.js';
import { askModel } from './ask-model.js';
import { type FirstCalls, firstCallsOf } from './first-calls.js';
import {
  type BenchmarkSubject,
  type CallFunction,
  type PolicySource,
  readCallPairs,
  type SubjectIdentity,
  type TrialBrief,
} from './subject.js';
import { SubjectFailure } from './subject-failure.js';

/** How a trial is played. */
interface TrialSettings extends TrialBrief {
  readonly signal: AbortSignal | undefined;
}

/** A subject that is ready to play. */
export interface Player {
  readonly identity: SubjectIdentity;
  /**
   * Its first calls for a case.
   * @throws {SubjectFailure} what is its own failure; anything else is the machine's.
   */
  firstCalls(item: CallCase | BfclCase, settings: TrialSettings): Promise<FirstCalls>;
  /** What plays tasks; null for a function, which can't. */
  readonly policy: ((settings: TrialSettings) => Policy) | null;
  /** What answers cases without tools. */
  answers(settings: TrialSettings): Policy;
}

/** How a model is asked. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly maxTokens?: number;
}

/**
 * Opens whatever can take a benchmark.
 * @throws {MettleError} `benchmarks/invalid_subject`; as `openModel` and `withBudget`.
 */
export function openPlayer(
  subject: BenchmarkSubject,
  settings: ModelSettings,
  budget: Budget | undefined,
): Player {
  if (typeof subject === 'function') return functionPlayer(subject);
  if (isPolicy(subject)) return sourcePlayer({ ...namesOf(subject), policyFor: () => subject });
  if (isSource(subject)) return sourcePlayer(subject);
  if (typeof subject !== 'string' && (typeof subject !== 'object' || subject === null)) {
    throw benchmarkError(
      'invalid_subject',
      'This can take no benchmark. Give a model, a policy, or a function from a query and tools to [tool, arguments].',
    );
  }
  return modelPlayer(subject, settings, budget);
}

function isPolicy(subject: unknown): subject is Policy {
  return (
    typeof subject === 'object' && subject !== null && 'play' in subject && typeof subject.play === 'function'
  );
}

function isSource(subject: unknown): subject is PolicySource {
  return (
    typeof subject === 'object' &&
    subject !== null &&
    'policyFor' in subject &&
    typeof subject.policyFor === 'function'
  );
}

function modelPlayer(source: ModelSource, settings: ModelSettings, budget: Budget | undefined): Player {
  const opened = openModel(source);
  const model = budget === undefined ? opened : withBudget(opened, budget);
  const name = modelName(model).replace(/:\/\/[^/@\s]*@/, '://');
  const { temperature, maxTokens } = settings;
  const request: Pick<ModelRequest, 'temperature' | 'maxOutputTokens'> = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
  };
  return {
    identity: {
      name,
      version: contentHash([name, { ...request }, agentPolicy({ model }).version]).slice(0, 16),
      model: name,
    },
    firstCalls: (item, { seed, signal }) => askModel(model, item, { ...request, seed }, signal),
    policy: ({ seed }) => agentPolicy({ model: replySettings(model, { ...request, seed }), name: 'agent' }),
    answers: ({ seed }) => answerOfModel(model, { ...request, seed }),
  };
}

function namesOf({ name, version, model }: Policy): Pick<Policy, 'name' | 'version' | 'model'> {
  return { name, version, ...(model === undefined ? {} : { model }) };
}

function sourcePlayer(source: PolicySource): Player {
  const { name, version, model = null } = source;
  return {
    identity: { name, version, model },
    firstCalls: async (item, { signal, ...trial }) => firstCallsOf(source.policyFor(trial), item, signal),
    policy: ({ signal: _, ...trial }) => source.policyFor(trial),
    answers: ({ signal: _, ...trial }) => source.policyFor(trial),
  };
}

function functionPlayer(ask: CallFunction): Player {
  return {
    identity: { name: ask.name === '' ? 'function' : ask.name, version: 'unknown', model: null },
    async firstCalls({ id, query, instructions, tools }, { seed, signal }) {
      const given = {
        caseId: id,
        seed,
        ...(instructions === undefined ? {} : { instructions }),
        ...(signal === undefined ? {} : { signal }),
      };
      try {
        return { calls: readCallPairs(await ask(query, tools, given)), usage: null };
      } catch (error) {
        signal?.throwIfAborted();
        throw new SubjectFailure(errorMessage(error));
      }
    },
    policy: null,
    answers: ({ caseId, seed }) => answerOfFunction(ask, { caseId, seed }),
  };
}
