import type { RoundComparison } from '../compare-rounds.js';
import type { DemoResult } from '../demo-result.js';
import { SIGNIFICANCE } from '../judge-skills.js';
import { styleFamilies } from '../styles/draw-styles.js';
import { type Html, html, percent, plural } from './html.js';

/** What the paired test and the controls prove, and what they don't, in plain words. */
export function statementView({ skills, comparison, rounds }: DemoResult): Html {
  const tested = skills.filter(({ adjustedPValue }) => adjustedPValue !== null).length;
  const controls = skills.flatMap((skill) => skill.controls);
  const better = controls.filter(({ comparison: control }) => control !== null && isBetter(control));
  const inexpressible = styleFamilies.filter(({ searchable }) => !searchable).length;
  return html`<div class="card"><h3>How it is decided</h3>
<p>The scripts are fixed before the first unseen task is run. Then every agent does every unseen task with its first guess (round 1) and with the offered script (round 2). A task counts once: by the share of the ${rounds[0].byPolicy.length} agents that pass it. If a script made no difference, a task whose share changes would be as likely to get better as worse, like a coin. The <i>p</i>-value is the chance of a split at least as uneven, in either direction (exact sign test), corrected by Holm’s method for the ${plural(tested, 'script')} that were tested. A script is kept when more tasks get better than worse and <i>p</i> is below ${percent(SIGNIFICANCE)}.</p>
<h3>What it shows</h3>
<p>With a kept script, these agents do better on further tasks of the same kind drawn from the same data, and luck is a poor explanation. The figure at the top, ${percent(comparison.before)} to ${percent(comparison.after)}, is over all ${comparison.tasks} unseen tasks of all skills, those where training abstained and scripts that are not kept among them: nothing was picked.</p>
<h3>What the controls add</h3>
<p>The same training on shuffled labels, the script of another skill and an empty script must not help. Put to the same test without correction, ${better.length === 0 ? `none of the ${controls.length} controls is better than round 1` : `${better.length} of the ${controls.length} controls came out better than round 1: distrust the result`}. So the gain comes from what the labels taught, not from the loop around them.</p>
<h3>What it does not show</h3>
<ul class="plain"><li>That the agents got better at anything else. Training writes label scripts and leaves their SQL alone, so every other task does as before.</li>
<li>That a script is right on every name: only on the share of unseen ones shown.</li>
<li>Anything about language models. The agents are keyword programs with misconceptions that we wrote, and the house rules come from our list of ${styleFamilies.length}, of which the search cannot express ${inexpressible}.</li>
<li>Anything about other seeds. Try some: each draws other rules, tasks and first guesses.</li></ul></div>`;
}

function isBetter({ test }: RoundComparison): boolean {
  return test.better > test.worse && test.pValue < SIGNIFICANCE;
}
