import type { RateInterval } from 'mettle/evaluation';
import type { Task } from 'mettle/records';
import { isUnseen } from '../compare-rounds.js';
import type { DemoResult } from '../demo-result.js';
import { passRate } from '../round-summary.js';
import { type Html, html, percent } from './html.js';

/** One line of the chart: a share of runs before and after. */
interface RateRow {
  readonly label: string;
  readonly before: RateInterval;
  readonly after: RateInterval;
}

/** What changed between the rounds, as shares of runs; what did not is folded. */
export function rateChart(result: DemoResult): Html {
  const rows = rateRows(result);
  const isSame = ({ before, after }: RateRow): boolean =>
    before.successes === after.successes && before.trials === after.trials;
  const changed = rows.filter((row) => !isSame(row));
  const same = rows.filter(isSame);
  return html`<ul class="legend"><li class="before"><i></i>round 1</li><li class="after"><i></i>round 2</li></ul>
${changed.length === 0 && html`<p>Nothing changed.</p>`}<div class="rates">${changed.map(rateRow)}</div>
${same.length > 0 && html`<details class="print-open"><summary>${same.length === 1 ? 'One row' : `${same.length} rows`} did not change</summary><div class="rates">${same.map(rateRow)}</div></details>`}`;
}

function rateRows({ rounds: [first, second], trajectories, skills }: DemoResult): readonly RateRow[] {
  const row = (label: string, counts: (task: Task) => boolean): RateRow => ({
    label,
    before: passRate(trajectories[0].filter(({ task }) => counts(task))),
    after: passRate(trajectories[1].filter(({ task }) => counts(task))),
  });
  const skillNames = skills.map(({ skill }) => skill.name);
  const categories = second.byCategory.map(({ category }) => category);
  return [
    row('all tasks', () => true),
    row('unseen skill tasks', isUnseen),
    ...skillNames.map((skill) =>
      row(`${skill.replaceAll('_', ' ')}, unseen`, (task) => isUnseen(task) && task.metadata.skill === skill),
    ),
    ...categories.map((category) =>
      row(`kind “${category.replaceAll('_', ' ')}”`, (task) => task.category === category),
    ),
    ...second.byPolicy.map(({ policy, pass }) => ({
      label: `agent “${policy}”`,
      before: first.byPolicy.find((entry) => entry.policy === policy)?.pass ?? pass,
      after: pass,
    })),
    { label: 'verified by replay', before: first.verified, after: second.verified },
    { label: 'Python met every requirement', before: first.codeOk, after: second.codeOk },
  ];
}

function rateRow({ label, before, after }: RateRow): Html {
  return html`<div class="rate"><div class="rate-label">${label}</div><div class="rate-track"><i class="before" style="width:${width(before)}%"></i><i class="after" style="width:${width(after)}%"></i></div><div class="rate-values"><b class="before">${percent(before.rate)}</b> <span class="soft">→</span> <b class="after">${percent(after.rate)}</b><small>${before.successes} → ${after.successes} of ${after.trials} runs</small></div></div>`;
}

function width({ rate }: RateInterval): string {
  return (rate * 100).toFixed(2);
}
