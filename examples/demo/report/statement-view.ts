import type { RoundComparison } from '../compare-rounds.js';
import type { DemoResult } from '../demo-result.js';
import { SIGNIFICANCE } from '../judge-skills.js';
import { styleFamilies } from '../styles/draw-styles.js';
import { counted, type Html, html, percent } from './html.js';

/** What the paired test and the controls prove, and what they don't, in plain words. */
export function statementView({ skills, comparison, rounds }: DemoResult): Html {
  const tested = skills.filter(({ adjustedPValue }) => adjustedPValue !== null).length;
  const inexpressible = styleFamilies.filter(({ searchable }) => !searchable).length;
  return html`<div class="card"><h3>How it is decided</h3>
<p>Training sees its own tasks alone, and a script is fixed before it runs on an unseen one. Every agent does every unseen task with its first guess (round 1) and with the offered script (round 2). A task counts once: by the share of the ${rounds[0].byPolicy.length} agents that pass it. Tasks whose share stays the same say nothing. If a script made no difference, the others would be as likely to get better as worse, like a coin; <i>p</i> is the chance that coins fall at least as unevenly, in either direction (exact sign test), corrected by Holm’s method for the ${counted(tested, 'script')} that were tested. A script is kept when more tasks get better than worse and <i>p</i> is below ${percent(SIGNIFICANCE)}.</p>
<h3>What it shows</h3>
<p>${skills.some(({ kept }) => kept) ? 'With a kept script, these agents do better on further tasks of the same kind from the same data, and luck is a poor explanation.' : 'No script is kept, so nothing is shown to be better.'} The figure at the top, ${percent(comparison.before)} to ${percent(comparison.after)}, is over all ${comparison.tasks} unseen tasks of all skills. Skills where training abstained and scripts that are not kept count too: nothing was picked.</p>
<h3>What the controls add</h3>
<p>The same training on shuffled labels, the script of another skill and an empty script must not help. ${controlWords(skills)}</p>
<h3>What it does not show</h3>
<ul class="plain"><li>That the agents got better at anything else. Training writes label scripts and leaves their SQL alone, so every other task does as before.</li>
<li>That a script is right on every name: only on the share of unseen ones shown.</li>
<li>Anything about language models. The agents are keyword programs with misconceptions that we wrote, and the house rules come from our list of ${styleFamilies.length}, of which the search cannot express ${inexpressible}.</li>
<li>Anything about other seeds. Try some: each draws other rules, tasks and first guesses.</li></ul></div>`;
}

/** What came of the controls; those where training on shuffled labels had nothing to run can't have helped. */
function controlWords(skills: DemoResult['skills']): string {
  const controls = skills.flatMap((skill) => skill.controls);
  const run = controls.flatMap(({ comparison }) => comparison ?? []);
  const better = run.filter(isBetter).length;
  if (controls.length === 0) return 'Nothing was trained, so there are none.';
  if (better > 0) {
    return `Put to the same test without correction, ${better} of the ${run.length} that ran came out better than round 1: distrust the result.`;
  }
  const idle = controls.length - run.length;
  const nothing =
    idle === 0
      ? ''
      : ` In ${idle} of ${skills.length} cases, training on shuffled labels had nothing to run.`;
  return `Put to the same test without correction, none of the ${run.length} that ran is better than round 1.${nothing} So a gain comes from what the labels taught, not from the loop around them.`;
}

function isBetter({ test }: RoundComparison): boolean {
  return test.better > test.worse && test.pValue < SIGNIFICANCE;
}
