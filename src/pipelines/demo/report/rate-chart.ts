import type { RateInterval, Task } from '../../../trajectories/index.js';
import type { DemoResult } from '../demo-result.js';
import { passRate } from '../round-summary.js';
import { type Html, html, percent, plural } from './html.js';

/** One line of the chart: a rate before and after. */
interface RateRow {
  readonly label: string;
  readonly before: RateInterval;
  readonly after: RateInterval;
}

/** Pass and verified rates of both rounds with their 95 % intervals: overall, by kind of task and by agent. */
export function rateChart({ rounds, trajectories, training }: DemoResult): Html {
  const [first, second] = rounds;
  const row = (label: string, counts: (task: Task) => boolean): RateRow => ({
    label,
    before: passRate(trajectories[0].filter(({ task }) => counts(task))),
    after: passRate(trajectories[1].filter(({ task }) => counts(task))),
  });
  const isUnseen = ({ metadata }: Task): boolean => metadata.split === 'unseen';
  const overall: RateRow[] = [row('All tasks', () => true), row('Tasks training never saw', isUnseen)];
  if (training !== null) {
    const label = `… that need the ${training.skill.replaceAll('_', ' ')}`;
    overall.push(row(label, (task) => isUnseen(task) && task.metadata.skill === training.skill));
  }
  return html`<ul class="legend"><li class="before"><i></i>round 1</li><li class="after"><i></i>round 2</li><li>dot: share of runs · band: 95 % interval (Wilson)</li></ul>
<div class="rates">
<div class="rate-group">Passed</div>${overall.map(rateRow)}
<div class="rate-group">Passed, by kind of task</div>${second.byCategory.map(({ category, pass }) => rateRow({ label: category.replaceAll('_', ' '), before: first.byCategory.find((entry) => entry.category === category)?.pass ?? pass, after: pass }))}
<div class="rate-group">Passed, by agent</div>${second.byPolicy.map(({ policy, pass }) => rateRow({ label: policy, before: first.byPolicy.find((entry) => entry.policy === policy)?.pass ?? pass, after: pass }))}
<div class="rate-group">Verified by replay</div>${rateRow({ label: 'All tasks', before: first.verified, after: second.verified })}
<div class="rate-group">Python met every requirement</div>${rateRow({ label: 'Runs with Python', before: first.codeOk, after: second.codeOk })}
<div class="rate axis"><div></div><div class="rate-track">${[0, 25, 50, 75, 100].map((share) => html`<span style="left:${share}%">${share}</span>`)}</div><div></div></div>
</div>`;
}

function rateRow({ label, before, after }: RateRow): Html {
  return html`<div class="rate"><div class="rate-label">${label}<small>${plural(after.trials, 'run')}</small></div><div class="rate-track">${mark('before', before)}${mark('after', after)}</div><div class="rate-values"><b class="before">${percent(before.rate)}</b> <span class="soft">→</span> <b class="after">${percent(after.rate)}</b></div></div>`;
}

function mark(kind: 'before' | 'after', { rate, low, high, successes, trials }: RateInterval): Html {
  const title = `${successes} of ${trials}, 95 % interval ${percent(low, 1)} to ${percent(high, 1)}`;
  return html`<i class="band ${kind}" style="left:${(low * 100).toFixed(2)}%;width:${((high - low) * 100).toFixed(2)}%" title="${title}"></i><i class="dot ${kind}" style="left:${(rate * 100).toFixed(2)}%" title="${title}"></i>`;
}
