import { failureWords } from 'mettle/evaluation';
import type { Trajectory } from 'mettle/records';
import type { DemoResult } from '../demo-result.js';
import { runKey } from '../trainable-failures.js';
import { counted, type Html, html, show } from './html.js';
import { runView } from './run-view.js';

/** Failed runs that are shown step by step, of each kind. */
const MOST_RUNS = 4;

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
  const shown = sampleOfTasks(failed.flatMap(({ trajectoryId }) => runs.get(trajectoryId ?? '') ?? []));
  return html`<div class="failure"><div class="bar-row"><div>${failureWords[kind]}</div><div>${bar('before', first?.get(kind) ?? 0)}${bar('after', second?.get(kind) ?? 0)}</div></div>${shown.length > 0 && html`<details><summary>${failureWords[kind]}: see ${shown.length} of ${counted(failed.length, 'run')} of round 1</summary>${shown.map((run) => failedRun(run, passedLater.has(runKey(run))))}</details>`}</div>`;
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
