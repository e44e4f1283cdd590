import type { DemoResult } from '../demo-result.js';
import { duration, type Html, html, percent } from './html.js';

/** The headline and the four figures under it. */
export function opening(result: DemoResult): Html {
  const { seed, tasks, rounds, comparison, skills, failures, timings } = result;
  const [first] = rounds;
  const seconds = timings.reduce((sum, timing) => sum + timing.seconds, 0);
  const kept = skills.filter((skill) => skill.kept).length;
  const kinds = new Set(tasks.map(({ category }) => category)).size;
  return html`<p class="eyebrow">Mettle demo · seed ${seed}</p>
<h1>${headline(result)}</h1>
<p class="lead">${tasks.length} tasks of ${kinds} kinds about ${result.records.countries} real countries, their currencies and languages. ${first.byPolicy.length} agents without a model, in a real database and a real Python sandbox, in ${duration(seconds)}. No network, no key.</p>
<div class="stats">
${stat(html`<i class="before">${percent(comparison.before)}</i> <small>→</small> <i class="after">${percent(comparison.after)}</i>`, `of ${comparison.tasks} skill tasks passed, none of them seen in training.`)}
${stat(html`<i>${kept}</i> <small>of</small> <i>${skills.length}</i>`, keptWords(result))}
${stat(html`<small>at most</small> <i>${percent(highestControl(result))}</i>`, 'of any skill’s unseen tasks passed with a negative control: shuffled labels, another skill’s script or an empty script.')}
${stat(html`<i>${failures.trainable}</i> <small>of</small> <i>${failures.failed}</i>`, `failures were trainable: the task needs a skill. ${failures.repaired.toLocaleString('en')} of those pass in round 2.`)}
</div>`;
}

function keptWords({ skills }: DemoResult): string {
  const rest = skills.filter(({ kept }) => !kept);
  const start = 'skills got a script that is better on unseen tasks';
  if (rest.length === 0) return `${start}.`;
  const abstained = rest.filter(
    ({ training }) => training !== null && training.result.script === null,
  ).length;
  return abstained === rest.length
    ? `${start}. Training abstained on the rest.`
    : `${start}. The rest kept their first guesses.`;
}

function stat(figure: Html, words: string): Html {
  return html`<div class="card stat"><b>${figure}</b><span>${words}</span></div>`;
}

function headline({ skills, comparison, improved }: DemoResult): string {
  if (skills.every(({ training }) => training === null)) {
    return 'No skill failed, so there was nothing to train.';
  }
  if (improved) {
    return `Scripts learned from failed runs lift the agents from ${percent(comparison.before)} to ${percent(comparison.after)} on tasks never seen in training.`;
  }
  return skills.every(({ training }) => training?.result.script == null)
    ? 'Training found no script it could stand by, so nothing was changed.'
    : 'No trained script is better beyond luck on unseen tasks, so none is kept.';
}

function highestControl({ skills }: DemoResult): number {
  return Math.max(
    0,
    ...skills.flatMap(({ controls }) => controls.map(({ comparison }) => comparison?.after ?? 0)),
  );
}
