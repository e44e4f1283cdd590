import { answerText } from '../answer-text.js';
import type { Trajectory } from '../trajectory.js';
import {
  type CallStep,
  callArguments,
  type FinalAnswerStep,
  type WithheldCallStep,
} from '../trajectory-step.js';
import { NO_OBJECT } from './call-arguments.js';
import { lineFormat } from './line-format.js';
import { recordFacts, rewardOf } from './record-facts.js';
import { sortedJson } from './sorted-json.js';
import type { TrajectoryFormat } from './trajectory-format.js';

/**
 * The standardized schema 1.2.0 of the Agent Data Protocol, a trajectory a line. Calls are `api_action`, code is `code_action`, what the
 * world answered is a `text_observation` linked by `tool_call_id`. Words beside a call are its `description`. The tools are in `details`,
 * since the schema declares them for a whole data set. Episodes without an answer are written, too.
 */
export const adpJsonl: TrajectoryFormat = lineFormat(
  { name: 'adp', extension: '.jsonl', description: 'the Agent Data Protocol 1.2.0, one trajectory a line' },
  (trajectory) => {
    if (trajectory.steps.some((step) => 'invalidArguments' in step && step.invalidArguments !== undefined)) {
      return { reason: NO_OBJECT };
    }
    const content = contentOf(trajectory);
    const isCode = content.some(({ class_: kind }) => kind === 'code_action');
    return {
      record: {
        schema_version: '1.2.0',
        id: trajectory.id,
        content,
        ...(isCode ? { available_code_languages: ['python'] } : {}),
        details: { ...recordFacts(trajectory), tools: sortedJson(trajectory.tools) },
      },
      losses: trajectory.turns === null ? [] : ['the format has no place for what models were sent'],
    };
  },
);

interface Item {
  readonly class_: string;
  readonly [member: string]: unknown;
}

function contentOf(trajectory: Trajectory): readonly Item[] {
  const { task, steps } = trajectory;
  const items: Item[] = [
    ...(task.instructions === undefined ? [] : [textOf(task.instructions, 'environment')]),
    textOf(task.prompt, 'user'),
  ];
  const answered = new Set(steps.flatMap((step) => (step.type === 'observation' ? [step.callId] : [])));
  let words: string[] = [];
  let reasoning: string[] = [];
  /** What was said and thought before an action. */
  const taken = () => {
    const members = {
      ...(words.length === 0 ? {} : { description: words.join('\n') }),
      ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join('\n') }),
    };
    [words, reasoning] = [[], []];
    return members;
  };
  for (const step of steps) {
    switch (step.type) {
      case 'tool_call':
      case 'code_execution':
        items.push({ ...actionOf(step, answered), ...taken() });
        break;
      case 'withheld_call':
        items.push({ ...actionOf(step, new Set([step.callId])), ...taken() });
        items.push(textOf(step.reason, 'environment', step.callId));
        break;
      case 'observation':
        items.push(textOf(step.content, 'environment', step.callId));
        break;
      case 'subagent':
        items.push({ ...textOf(answerText(step.report), 'agent'), name: step.agent });
        break;
      case 'final_answer':
        items.push({ ...answerOf(step), ...taken(), ...rewardMember(trajectory) });
        break;
      default:
        (step.reasoning === true ? reasoning : words).push(step.content);
    }
  }
  const rest = words.join('\n');
  if (words.length + reasoning.length > 0) {
    const { reasoning_content } = taken() as { readonly reasoning_content?: string };
    items.push({
      class_: 'message_action',
      content: rest,
      ...(reasoning_content === undefined ? {} : { reasoning_content }),
    });
  }
  return items;
}

function actionOf(step: CallStep | WithheldCallStep, answered: ReadonlySet<string>): Item {
  // An id without a result is against the schema.
  const link = answered.has(step.callId) ? { tool_call_id: step.callId } : {};
  return step.type === 'code_execution'
    ? { class_: 'code_action', language: 'python', content: step.code, ...link }
    : { class_: 'api_action', function: step.tool, kwargs: sortedJson(callArguments(step)), ...link };
}

function answerOf({ content, submitted }: FinalAnswerStep): Item {
  return submitted === undefined
    ? { class_: 'message_action', content }
    : { class_: 'api_action', function: submitted.tool, kwargs: sortedJson(submitted.arguments) };
}

function rewardMember(trajectory: Trajectory): { readonly reward?: number } {
  const reward = rewardOf(trajectory);
  return reward === null ? {} : { reward };
}

function textOf(content: string, source: 'user' | 'agent' | 'environment', callId?: string): Item {
  return {
    class_: 'text_observation',
    content,
    source,
    ...(callId === undefined ? {} : { tool_call_id: callId }),
  };
}
