import { canonicalJson } from '../../core/index.js';
import type { OpenAIMessage } from '../openai-message.js';
import type { PreferencePair } from '../preference-pair.js';
import { toMessages } from '../to-messages.js';

/** How much of each run a pair compares: the first turn that differs, or that and all after it. */
export type PairCompletion = 'turn' | 'rest';

/** A pair as conversations: what both share, and how each goes on. */
export interface PreferenceMessages {
  readonly prompt: readonly OpenAIMessage[];
  readonly chosen: readonly OpenAIMessage[];
  readonly rejected: readonly OpenAIMessage[];
}

/**
 * Cuts a pair where its runs part. With `turn` each completion is the one reply in which they differ, so no observation is in it, and
 * nothing the world wrote is ever learnt. With `rest` all that follows is in it, the world's answers too.
 *
 * @returns the conversations, or why they can't be cut.
 */
export function preferenceMessages(
  { chosen, rejected }: Pick<PreferencePair, 'chosen' | 'rejected'>,
  completion: PairCompletion,
): PreferenceMessages | string {
  const [better, worse] = [toMessages(chosen), toMessages(rejected)];
  let shared = 0;
  while (shared < better.length && shared < worse.length && isSame(better[shared], worse[shared]))
    shared += 1;
  const [mine, other] = [better[shared], worse[shared]];
  if (mine?.role !== 'assistant' || other?.role !== 'assistant') {
    return mine === undefined || other === undefined
      ? 'one run ends where the other goes on'
      : 'the runs differ in what they were given, not in what was done';
  }
  if (completion === 'rest') {
    return {
      prompt: better.slice(0, shared),
      chosen: better.slice(shared),
      rejected: worse.slice(shared),
    };
  }
  const isLast = shared === better.length - 1 || shared === worse.length - 1;
  if (!isLast && canonicalJson(callsOf(mine)) === canonicalJson(callsOf(other))) {
    return 'the first difference is one of words alone';
  }
  return { prompt: better.slice(0, shared), chosen: [mine], rejected: [other] };
}

function isSame(left: OpenAIMessage | undefined, right: OpenAIMessage | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** What a reply calls, whatever the ids. */
function callsOf(message: OpenAIMessage) {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return calls.map((call) => ({ name: call.function.name, arguments: call.function.arguments }));
}
