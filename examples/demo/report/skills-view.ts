import { wilsonInterval } from 'mettle/evaluation';
import type { Trajectory } from 'mettle/records';
import { isUnseen } from '../compare-rounds.js';
import type { DemoResult } from '../demo-result.js';
import type { SkillResult } from '../judge-skills.js';
import { scriptInput } from '../mine-skill.js';
import type { ControlKind, NegativeControl } from '../negative-controls.js';
import { counted, type Html, html, percent, pValue, show } from './html.js';
import { scriptDiff } from './run-view.js';

/** Rows of a table of examples. */
const MOST_ROWS = 8;

const CONTROLS: Readonly<Record<ControlKind, string>> = {
  shuffled_labels: 'shuffled labels',
  other_skill: 'another skill’s script',
  empty_script: 'an empty script',
};

/** Every skill: what training came to, how that does on unseen tasks, and the negative controls beside it. */
export function skillsView(result: DemoResult): Html {
  return html`${result.skills.map((skill) => skillCard(result, skill))}`;
}

function skillCard(result: DemoResult, skill: SkillResult): Html {
  const { training, controls, comparison } = skill;
  const offered = isOffered(skill);
  return html`<div class="card skill"><h3>${words(skill.skill.name)} ${verdictPill(skill)}</h3>
<div class="two"><div><p><b>The house rule</b>, told to no agent: ${skill.skill.style.rule}.${!skill.skill.style.searchable && ' The offline search has no steps for this one.'}</p>
<p>${trainingWords(skill)}</p>${offered && html`<p>${testWords(skill)}</p>`}</div>
<div><p class="digest">Passed, of ${counted(comparison.tasks, 'unseen task')}</p><div class="bars" role="list">${bar('first guesses, round 1', comparison.before, 'before', null)}${bar(offered ? 'trained script, round 2' : 'first guesses again, round 2', comparison.after, 'after', null)}</div>${controls.length > 0 && html`<p class="digest">Negative controls: these must not help</p><div class="bars" role="list">${controls.map(controlBar)}</div>`}</div></div>
${details('The script, against the best first guess', scriptView(skill))}
${training !== null && details(`What the failures taught: ${counted(training.examples.length, 'example')}`, examplesTable(skill))}
${details('Unseen tasks, answer by answer', unseenTable(result, skill.skill.name))}
</div>`;
}

function isOffered({ training }: SkillResult): boolean {
  return training !== null && training.result.script !== null;
}

function verdictPill(skill: SkillResult): Html {
  if (skill.kept) return html`<span class="pill">kept</span>`;
  if (isOffered(skill)) return html`<span class="pill no">not kept</span>`;
  return html`<span class="pill mute">${skill.training === null ? 'never failed' : 'abstained'}</span>`;
}

function trainingWords({ training }: SkillResult): string {
  if (training === null) return 'No run of it failed, so there was nothing to train.';
  const { failures, examples, result } = training;
  const start = `${counted(failures, 'failed run')} gave ${counted(examples.length, 'example')}. Offline search tried ${counted(result.evaluations, 'candidate')}`;
  if (result.script === null) {
    return `${start} and abstained: ${result.reasons.join('; ') || 'nothing fits the examples'}.`;
  }
  return `${start} and offers a script with ${result.confidence ?? 'no'} confidence. It gets ${result.train.passed} of the ${result.train.total} examples right that it was made from, and ${result.holdout.passed} of ${result.holdout.total} held out.`;
}

function testWords({ comparison, adjustedPValue, kept }: SkillResult): string {
  const { better, worse, same } = comparison.test;
  const passed = Math.round(comparison.after * comparison.tasks);
  const { low, high } = wilsonInterval(passed, comparison.tasks);
  return `Of ${counted(comparison.tasks, 'unseen task')}, ${better} went better with it, ${worse} worse and ${same} the same: ${pValue(adjustedPValue ?? 1)} after Holm’s correction, so it is ${kept ? 'kept' : 'not kept'}. It passes ${passed} of them, which puts its share of all such tasks between ${percent(low)} and ${percent(high)} (95 % interval).`;
}

function bar(label: string, rate: number, kind: 'before' | 'after' | 'control', note: string | null): Html {
  return html`<div class="bar-row" role="listitem"><div>${label}${note !== null && html`<small>${note}</small>`}</div><div class="bar ${kind}"><i style="--share:${rate.toFixed(4)}"></i>${percent(rate)}</div></div>`;
}

function controlBar({ kind, note, comparison }: NegativeControl): Html {
  if (comparison === null) {
    return html`<div class="bar-row" role="listitem"><div>${CONTROLS[kind]}</div><div class="soft">${note}, so there was nothing to run</div></div>`;
  }
  return bar(CONTROLS[kind], comparison.after, 'control', note);
}

function details(title: string, content: Html): Html {
  return html`<details><summary>${title}</summary>${content}</details>`;
}

function scriptView({ training, firstGuess }: SkillResult): Html {
  const script = training?.result.script ?? null;
  return script === null
    ? html`<p>There is no trained script. The best first guess stays:</p><pre>${firstGuess}</pre>`
    : scriptDiff(firstGuess, script);
}

function examplesTable({ training }: SkillResult): Html {
  const examples = training?.examples ?? [];
  return html`<table><thead><tr><th scope="col">put in</th><th scope="col">should have come out</th></tr></thead><tbody>${examples.slice(0, MOST_ROWS).map(({ input, output }) => html`<tr><td>${input}</td><td><code>${show(output)}</code></td></tr>`)}</tbody></table>${examples.length > MOST_ROWS && html`<p class="digest">and ${examples.length - MOST_ROWS} more</p>`}`;
}

function unseenTable({ trajectories }: DemoResult, skill: string): Html {
  const [first = [], second = []] = trajectories.map((runs) => unseenByTask(runs, skill));
  const later = new Map(second);
  const failing = first.filter(([id]) => later.get(id)?.outcome?.verdict !== 'pass');
  const rows = [...failing, ...first.filter((entry) => !failing.includes(entry))].slice(0, MOST_ROWS);
  return html`<table class="stack"><thead><tr><th scope="col">put in</th><th scope="col">expected</th><th scope="col">round 1</th><th scope="col">round 2</th></tr></thead><tbody>${rows.map(([id, run]) => html`<tr><td class="wide">${scriptInput(run) ?? ''}</td><td data-label="expected"><code>${show(run.task.expected.answer?.value ?? null)}</code></td>${answerCell('round 1', run)}${answerCell('round 2', later.get(id))}</tr>`)}</tbody></table>${first.length > rows.length && html`<p class="digest">The runs of one agent; ${first.length - rows.length} more tasks, those that fail in round 2 first.</p>`}`;
}

/** The unseen runs of a skill by the first agent, by task. */
function unseenByTask(
  runs: readonly Trajectory[],
  skill: string,
): readonly (readonly [string, Trajectory])[] {
  const byTask = new Map<string, Trajectory>();
  for (const run of runs) {
    if (!isUnseen(run.task) || run.task.metadata.skill !== skill || byTask.has(run.task.id)) continue;
    byTask.set(run.task.id, run);
  }
  return [...byTask];
}

function answerCell(label: string, run: Trajectory | undefined): Html {
  if (run === undefined) return html`<td data-label="${label}"></td>`;
  const passed = run.outcome?.verdict === 'pass';
  return html`<td data-label="${label}" class="${passed ? 'good' : 'bad'}">${passed ? '✓' : '✗'} <code>${show(run.finalAnswer)}</code></td>`;
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}
