import {
  contentHash,
  defineOptions,
  isJsonObject,
  type Json,
  option,
  schemaValidator,
} from '../../core/index.js';
import { withoutFence } from '../../core/internal.js';
import { type Actor, type Policy, recordedModel, type TaskBrief } from '../../environments/index.js';
import { type Model, type ModelMessage, type ModelSource, openModel } from '../../models/index.js';
import { MODEL, modelName } from '../../models/internal.js';
import { agentVersion } from '../agent-policy.js';
import { generationError } from '../error-codes.js';
import { type AgentPolicyOptions, answerOrThrow, playAgent, withInstructions } from '../play-agent.js';
import { type AttemptedCall, beginAttempt } from './attempt.js';
import {
  CRITIC_PROMPT,
  CRITIC_SCHEMA,
  criticMessage,
  EXECUTOR_PROMPT,
  executorMessage,
  PLANNER_PROMPT,
  plannerMessage,
  revisionMessage,
} from './team-prompts.js';

/** What {@link teamPolicy} takes. */
export interface TeamPolicyOptions {
  /** Asked by all three. */
  readonly model: ModelSource;
  /** Default: the provider's. */
  readonly temperature?: number;
  /** How often the critic's objection sends the work back. Default 2. */
  readonly maxRevisions?: number;
  /** Rounds of tool calls in one attempt of the executor. Default 20. */
  readonly maxIterations?: number;
}

const checkOptions = defineOptions<TeamPolicyOptions>()('teamPolicy', {
  model: option.required(MODEL),
  temperature: option.amount,
  maxRevisions: option.wholeNumber(0),
  maxIterations: option.wholeNumber(1),
});

/**
 * A policy of three agents, each a model call with a prompt of its own: a planner, an executor that has the tools, and a
 * critic that sees every call with its result. An objection of the critic goes back to the planner, whose new plan goes to the
 * executor, which goes on in its conversation. Objections are recorded as critiques, plans as plans, each under the name of
 * its agent. When the critic still objects after the last revision, the answer is given and the objection stands in the record.
 *
 * A critic whose reply is no judgement is asked once more and then ends the episode as `policy_error`: an approval is never
 * assumed.
 *
 * @throws {MettleError} `core/invalid_option`.
 */
export function teamPolicy(options: TeamPolicyOptions): Policy {
  const { temperature, maxRevisions = 2, maxIterations = 20 } = checkOptions(options);
  const model = openModel(options.model);
  const executor: AgentPolicyOptions = {
    model,
    name: 'executor',
    instructions: EXECUTOR_PROMPT,
    maxIterations,
    temperature: temperature ?? null,
  };
  return {
    name: 'team',
    version: contentHash({
      model: modelName(model),
      temperature: temperature ?? null,
      maxRevisions,
      planner: PLANNER_PROMPT,
      critic: CRITIC_PROMPT,
      executor: agentVersion(executor),
    }),
    model: modelName(model),
    async play(brief, actor) {
      const { prompt, tools, instructions, signal } = brief;
      const ask = askWith(model, { temperature, instructions }, actor);
      const plan = async (revised: Parameters<typeof plannerMessage>[2]): Promise<string> => {
        const text = await ask('planner', PLANNER_PROMPT, plannerMessage(prompt, tools, revised), signal);
        actor.plan(text, { agent: 'planner' });
        return text;
      };
      let current = await plan(null);
      let messages: readonly ModelMessage[] = [{ role: 'user', content: executorMessage(prompt, current) }];
      const calls: AttemptedCall[] = [];
      for (let revision = 0; ; revision++) {
        const attempt = await execute(executor, messages, brief, actor);
        calls.push(...attempt.calls);
        if (attempt.answer === null) return;
        const { value } = attempt.answer;
        const judgement = await judge(ask, { task: prompt, plan: current, calls, answer: value }, signal);
        actor.criticise(judgement.reason, { agent: 'critic' });
        if (judgement.accepted || revision >= maxRevisions) {
          actor.answer(value, { agent: 'executor' });
          return;
        }
        current = await plan({ plan: current, objection: judgement.reason });
        messages = [
          ...attempt.messages,
          { role: 'user', content: revisionMessage(judgement.reason, current) },
        ];
      }
    },
  };
}

type Ask = (agent: string, system: string, user: string, signal: AbortSignal | undefined) => Promise<string>;

/** Asks the model once for text, and tells the episode what it thought and what that used. */
function askWith(
  model: Model,
  { temperature, instructions }: { temperature: number | undefined; instructions: string | undefined },
  actor: Actor,
): Ask {
  return async (agent, system, user, signal) => {
    const request = {
      messages: [
        { role: 'system', content: withInstructions(system, instructions) },
        { role: 'user', content: user },
      ] as const,
      ...(temperature === undefined ? {} : { temperature }),
    };
    const recorded = recordedModel(model, actor, { agent });
    const { text } = await recorded.call(request, signal === undefined ? {} : { signal });
    return text.trim();
  };
}

async function execute(
  executor: AgentPolicyOptions,
  messages: readonly ModelMessage[],
  brief: TaskBrief,
  actor: Actor,
): Promise<{
  readonly answer: { readonly value: Json } | null;
  readonly calls: readonly AttemptedCall[];
  readonly messages: readonly ModelMessage[];
}> {
  const attempt = beginAttempt(actor, { agent: 'executor' });
  const result = await playAgent(executor, { messages }, brief, attempt.actor);
  return { answer: answerOrThrow(result), calls: attempt.calls, messages: result.messages };
}

interface Judgement {
  readonly accepted: boolean;
  readonly reason: string;
}

async function judge(
  ask: Ask,
  parts: Parameters<typeof criticMessage>[0],
  signal: AbortSignal | undefined,
): Promise<Judgement> {
  const message = criticMessage(parts);
  for (let tries = 0; tries < 2; tries++) {
    const judgement = readJudgement(await ask('critic', CRITIC_PROMPT, message, signal));
    if (judgement !== null) return judgement;
  }
  throw generationError(
    'no_judgement',
    'The critic gave no judgement twice: its reply is not the JSON that it was asked for.',
  );
}

const judgementSchema = schemaValidator(CRITIC_SCHEMA);

/** The judgement in a reply that is JSON, with or without a code fence around it; null where there is none. */
function readJudgement(reply: string): Judgement | null {
  let value: Json;
  try {
    value = JSON.parse(withoutFence(reply)) as Json;
  } catch {
    return null;
  }
  if (!isJsonObject(value) || judgementSchema.check(value).length > 0) return null;
  return { accepted: value.verdict === 'accept', reason: String(value.reason) };
}
