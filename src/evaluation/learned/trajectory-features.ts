import { isJsonObject, type Json } from '../../core/index.js';
import { checkToolArguments } from '../../environments/internal.js';
import type { Trajectory } from '../../records/index.js';
import { answerText } from '../../records/internal.js';
import { supportedShare } from '../evaluator/evidence.js';
import { type RecordedCall, recordedCalls } from '../verifiers/recorded-calls.js';

/**
 * What a learned verifier looks at, by name. All of it follows from how the agent went about it: no expected answer, no
 * outcome and no check of either is among it. The first nineteen are those of AgentSynth.
 */
export const FEATURES: Readonly<Record<string, (seen: Seen) => number>> = {
  num_steps: ({ trajectory }) => trajectory.steps.length,
  num_tool_calls: ({ calls }) => calls.length,
  num_observations: ({ trajectory }) => count(trajectory, 'observation'),
  num_thoughts: ({ trajectory }) =>
    count(trajectory, 'thought') + count(trajectory, 'plan') + count(trajectory, 'critique'),
  distinct_tools: ({ calls }) => new Set(calls.map(({ step }) => step.tool)).size,
  repeated_signature: ({ calls }) => calls.length - new Set(calls.map(asked)).size,
  valid_arg_ratio: ({ trajectory, calls }) => share(calls, (call) => isValid(trajectory, call), 1),
  error_observation_ratio: ({ calls }) => share(calls, isFailed, 0),
  avg_observation_chars: ({ calls }) =>
    calls.reduce((sum, { observation }) => sum + observation.content.length, 0) / Math.max(1, calls.length),
  has_final_answer: ({ trajectory }) => Number(trajectory.stopReason === 'answered'),
  final_answer_words: ({ trajectory }) => wordsIn(answerText(trajectory.finalAnswer)),
  thought_before_first_call: ({ trajectory: { steps } }) => {
    const first = steps.findIndex(({ type }) => type === 'tool_call' || type === 'code_execution');
    return Number(
      steps.slice(0, Math.max(0, first)).some(({ type }) => type === 'thought' || type === 'plan'),
    );
  },
  query_words: ({ trajectory }) => wordsIn(trajectory.task.prompt),
  mode_single: ({ mode }) => Number(mode === 'single'),
  mode_multi: ({ mode }) => Number(mode === 'multi'),
  mode_code: ({ mode }) => Number(mode === 'code'),
  has_verification: ({ trajectory }) => Number(trajectory.verification !== null),
  verification_verified: ({ trajectory }) => Number(trajectory.verification?.verdict === 'pass'),
  verification_score: ({ trajectory: { verification } }) =>
    share(
      (verification?.checks ?? []).filter(({ name }) => !OUTCOME_CHECKS.has(name)),
      ({ verdict }) => verdict === 'pass',
      0,
    ),
  out_of_calls: ({ trajectory }) => Number(trajectory.stopReason === 'call_limit'),
  ended_by_error: ({ trajectory }) => Number(trajectory.stopReason.endsWith('_error')),
  withheld_calls: ({ trajectory }) => count(trajectory, 'withheld_call'),
  last_call_failed: ({ calls }) => Number(calls.length > 0 && isFailed(calls.at(-1) as RecordedCall)),
  failure_repeated: ({ calls }) =>
    share(
      calls.flatMap((call, index) => (isFailed(call) ? [index] : [])),
      (index) => calls[index + 1] !== undefined && asked(calls[index]) === asked(calls[index + 1]),
      0,
    ),
  empty_result_ratio: ({ calls }) => share(calls, ({ observation }) => isEmpty(observation.data), 0),
  changed_world: ({ trajectory }) => Number(trajectory.initialStateDigest !== trajectory.finalStateDigest),
  changing_call_ratio: ({ calls }) => share(calls, ({ observation }) => observation.changes.length > 0, 0),
  looked_before_change: ({ calls }) => {
    const first = calls.findIndex(({ observation }) => observation.changes.length > 0);
    return Number(first > 0);
  },
  answer_supported: ({ support }) => support ?? 0,
  answer_claims_nothing: ({ support }) => Number(support === null),
};

/** Checks of a verification that know the outcome. */
const OUTCOME_CHECKS: ReadonlySet<string> = new Set([
  'outcome',
  'claims',
  'expected_answer',
  'learned_judge',
]);

/** A trajectory as the features see it: what several of them need is found once. */
interface Seen {
  readonly trajectory: Trajectory;
  readonly calls: readonly RecordedCall[];
  readonly mode: 'single' | 'multi' | 'code';
  /** The share of the answer's claims that an observation gave; null where it claims nothing. */
  readonly support: number | null;
}

/**
 * The features of a trajectory, in the order of {@link FEATURES}; then, where asked for, counts of its words and pairs of words
 * in thoughts and answer, by hash (feature hashing with signs: Weinberger et al. 2009), each as its share of their length.
 *
 * @param textBuckets - how many such counts. 0 for none.
 */
export function trajectoryFeatures(trajectory: Trajectory, textBuckets: number): readonly number[] {
  const calls = recordedCalls(trajectory);
  const agents = new Set(trajectory.steps.map((step) => ('agent' in step ? (step.agent ?? '') : '')));
  const isCode = calls.some(({ step }) => step.type === 'code_execution');
  const seen: Seen = {
    trajectory,
    calls,
    mode: agents.size > 2 ? 'multi' : isCode ? 'code' : 'single',
    support: supportedShare(trajectory.finalAnswer, calls, trajectory.task.prompt),
  };
  const process = Object.values(FEATURES).map((feature) => feature(seen));
  return textBuckets === 0 ? process : [...process, ...hashedWords(trajectory, textBuckets)];
}

function hashedWords({ steps, finalAnswer }: Trajectory, buckets: number): readonly number[] {
  const texts = steps.flatMap((step) =>
    step.type === 'thought' || step.type === 'plan' || step.type === 'critique' ? [step.content] : [],
  );
  const counts = new Array<number>(buckets).fill(0);
  let total = 0;
  for (const text of [...texts, answerText(finalAnswer)]) {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const grams = [...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)];
    for (const gram of grams) {
      const hash = fnv1a(gram);
      counts[hash % buckets] = (counts[hash % buckets] ?? 0) + (hash & 0x80000000 ? -1 : 1);
    }
    total += grams.length;
  }
  return counts.map((each) => each / Math.max(1, total));
}

/** The 32-bit hash of Fowler, Noll and Vo, over UTF-16 code units. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

function count({ steps }: Trajectory, type: string): number {
  return steps.filter((step) => step.type === type).length;
}

function asked(call: RecordedCall | undefined): string {
  return JSON.stringify([call?.step.tool, call?.input]);
}

function isFailed({ observation }: RecordedCall): boolean {
  return observation.status === 'error';
}

function isValid({ tools }: Trajectory, { step, input }: RecordedCall): boolean {
  const tool = tools.find(({ name }) => name === step.tool);
  if (tool === undefined) return false;
  try {
    return checkToolArguments(tool, input).length === 0;
  } catch {
    return false;
  }
}

function isEmpty(data: Json): boolean {
  if (data === null || data === '') return true;
  if (Array.isArray(data)) return data.length === 0;
  return (
    isJsonObject(data) && Object.values(data).every((value) => Array.isArray(value) && value.length === 0)
  );
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

function share<T>(items: readonly T[], holds: (item: T) => boolean, none: number): number {
  return items.length === 0 ? none : items.filter(holds).length / items.length;
}
