import type { FailureKind } from 'mettle/evaluation';
import type { Trajectory } from 'mettle/records';
import type { DemoResult } from '../demo-result.js';
import { runKey } from '../trainable-failures.js';
import { counted, type Html, html, show } from './html.js';
import { runView } from './run-view.js';

/** Failed runs that are shown step by step, of each kind. */
const MOST_RUNS = 4;

/** Every kind of failure in words. */
const FAILURE_WORDS: Readonly<Record<FailureKind, string>> = {
  machine_error: 'the machine failed',
  call_limit: 'out of calls',
  world_damaged: 'world left wrong',
  goal_missed: 'goal not reached',
  wrong_process: 'wrong calls',
  no_answer: 'no answer',
  no_json: 'gave up on a call without JSON',
  unknown_tool: 'gave up on an unknown tool',
  bad_arguments: 'gave up on wrong arguments',
  tool_error: 'gave up on an error',
  wrong_type: 'wrong type',
  wrong_format: 'wrong format',
  wrong_text: 'wrong text',
  wrong_number: 'wrong number',
  wrong_order: 'wrong order',
  missing_items: 'items missing',
  extra_items: 'items too many',
  wrong_items: 'wrong items',
};

/** Failed runs by kind, both rounds side by side; each kind opens to some of its runs, and each run to its steps. */
export function failuresView({ rounds, trajectories }: DemoResult): Html {
  const [first, second] = rounds.map(
    ({ failures }) => new Map(failures.byKind.map(({ kind, count }) => [kind, count] as const)),
  );
  const kinds = [...new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])];
  const most = Math.max(1, ...kinds.flatMap((kind) => [first?.get(kind) ?? 0, second?.get(kind) ?? 0]));
  const runs = new Map(trajectories[0].map((run) => [run.id, run]));
  const passedLater = new Set(
    trajectories[1].filter(({ outcome }) => outcome?.verdict === 'pass').map(runKey),
  );
  const bar = (kind: 'before' | 'after', count: number): Html =>
    html`<div class="bar ${kind}"><i style="--share:${(count / most).toFixed(4)}"></i>${count}</div>`;
  return html`<ul class="legend"><li class="before"><i></i>round 1</li><li class="after"><i></i>round 2</li></ul>
${kinds.map((kind) => {
  const failed = rounds[0].failures.failures.filter((failure) => failure.kind === kind);
  const shown = sampleOfTasks(failed.flatMap(({ trajectoryId }) => runs.get(trajectoryId) ?? []));
  return html`<div class="failure"><div class="bar-row"><div>${FAILURE_WORDS[kind]}</div><div>${bar('before', first?.get(kind) ?? 0)}${bar('after', second?.get(kind) ?? 0)}</div></div>${shown.length > 0 && html`<details><summary>${FAILURE_WORDS[kind]}: see ${shown.length} of ${counted(failed.length, 'run')} of round 1</summary>${shown.map((run) => failedRun(run, passedLater.has(runKey(run))))}</details>`}</div>`;
})}`;
}

/** One failed run of a few tasks, spread over all of them. */
function sampleOfTasks(runs: readonly Trajectory[]): readonly Trajectory[] {
  const byTask = [...new Map(runs.map((run) => [run.task.id, run] as const)).values()];
  const count = Math.min(MOST_RUNS, byTask.length);
  return Array.from(
    { length: count },
    (_, index) => byTask[Math.floor((index * byTask.length) / count)],
  ).filter((run) => run !== undefined);
}

function failedRun(run: Trajectory, isRepaired: boolean): Html {
  const expected = run.task.expected.answer;
  return html`<details class="run"><summary>${run.task.prompt}</summary>
<p>Agent ${run.policy.name}. ${run.outcome?.reason ?? ''}${expected !== null && html` Expected: <code>${show(expected.value)}</code>.`} ${isRepaired ? 'In round 2 it passed.' : 'In round 2 it failed again.'}</p>
${runView(run)}</details>`;
}
