import { shortened } from '../../../core/internal.js';
import type { Finding } from '../../../python/index.js';
import type { Message } from '../../message.js';
import { replyWords } from '../../read-reply.js';
import type { RequirementResult } from '../../verdict.js';
import { type LaneState, lastAttempt } from '../attempt.js';
import { appendToUser } from '../contract.js';
import { adviceOf, failureLines, repairableFailures } from '../failures.js';
import { numberedCode } from '../numbered-code.js';
import type { NextTurn, RepairPolicy } from '../strategy.js';

/** Asks the same again: a new sample, without a word about what failed. */
export const sampleAgain: RepairPolicy = ({ task }) => ({ messages: task });

/** Goes on with the conversation: each answer stays in it, followed by what failed. It grows with each attempt. */
export function repairInConversation(state: LaneState): NextTurn {
  const last = lastAttempt(state);
  if (last === null) return { messages: state.task };
  const list = failureLines(last.report).map((line) => `* ${line}`);
  const answer: Message = { role: 'assistant', content: replyWords(last.reply) };
  const feedback: Message = {
    role: 'user',
    content: [
      'The following requirements have not been met:',
      ...list,
      'Please try again to fulfil the requirements.',
    ].join('\n'),
  };
  return { messages: [...last.messages, answer, feedback] };
}

/**
 * Asks the task again with the model's last code, its lines numbered and the findings at their lines, and with the
 * failures whose cause lies elsewhere listed after it. Replaced each time, so that the conversation never grows.
 */
export const repairWithCode: RepairPolicy = (state) => {
  const last = lastAttempt(state);
  if (last === null) return { messages: state.task };
  return { messages: appendToUser(state.task, describeFailedAttempt(state)) };
};

/** The last attempt of a lane and what is wrong with it, in words for a model. */
function describeFailedAttempt(state: LaneState): string {
  const last = lastAttempt(state);
  if (last === null) return '';
  const { code, artefact } = last.report;
  const failures = repairableFailures(last.report);
  const advice = adviceOf(last.report);
  const failed = failures.filter(({ verdict }) => verdict === 'fail');
  const unjudged = failures.filter(({ verdict }) => verdict !== 'fail');
  const shown =
    code === null
      ? ['Your last answer was:', quote(replyWords(artefact))]
      : [
          'Your last answer held this code (line numbers added):',
          numberedCode(
            code,
            [...failures, ...advice].flatMap(({ findings }) => findings.filter(isAboutCode)),
          ),
        ];
  return [
    ...shown,
    '',
    ...listed('It fails', failed, code === null),
    ...listed('It goes beyond what can be judged by', unjudged, code === null),
    ...listed('It would be better if it met', advice, code === null),
    '',
    code === null
      ? 'Answer again, completely.'
      : 'Write the whole corrected code again, without line numbers.',
  ].join('\n');
}

/** Whether a finding's place is one of the code, and not of the reply around it. */
function isAboutCode({ rule }: Finding): boolean {
  return !rule.startsWith('extraction/');
}

/** A list of results; with their hints where no code is shown that has them at its lines. */
function listed(words: string, results: readonly RequirementResult[], withHints: boolean): string[] {
  if (results.length === 0) return [];
  const count = results.length === 1 ? 'one requirement' : `${results.length} requirements`;
  const lines = results.map(({ reason, key, findings }) => {
    const hints = new Set(
      findings.map(({ hint }) => hint).filter((hint) => hint !== '' && !reason.includes(hint)),
    );
    const ended = /[.!?]$/.test(reason) ? reason : `${reason}.`;
    return `* ${key}: ${withHints && hints.size > 0 ? [ended, ...hints].join(' ') : reason}`;
  });
  return [`${words} ${count}:`, ...lines];
}

const QUOTED_CHARS = 2_000;

function quote(text: string): string {
  return shortened(text, QUOTED_CHARS)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
