import type { DemoResult } from '../demo-result.js';
import { duration, type Html, html, percent, plural } from './html.js';

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
${stat(html`<i class="before">${percent(comparison.before)}</i> <small>→</small> <i class="after">${percent(comparison.after)}</i>`, `passed on the ${comparison.tasks} skill tasks that training never saw`)}
${stat(html`<i>${kept}</i> <small>of</small> <i>${skills.length}</i>`, 'trained scripts kept; the others changed nothing')}
${stat(html`<small>at most</small> <i>${percent(highestControl(result))}</i>`, 'passed with a negative control: shuffled labels, another skill’s script, an empty script')}
${stat(html`<i>${failures.trainable}</i> <small>of</small> <i>${failures.failed}</i>`, `failures were trainable: they needed a script. ${plural(failures.repaired, 'run')} of those now pass.`)}
</div>`;
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
