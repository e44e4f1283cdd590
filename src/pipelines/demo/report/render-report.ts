import type { Trajectory } from '../../../trajectories/index.js';
import type { DemoResult } from '../demo-result.js';
import { failureChart } from './failure-chart.js';
import { duration, Html, html, percent, plural } from './html.js';
import { learnedView } from './learned-view.js';
import { loopPicture } from './loop-picture.js';
import { rateChart } from './rate-chart.js';
import { reportStyle } from './report-style.js';
import { trajectoryView } from './trajectory-view.js';

/** Nothing is loaded from anywhere and nothing runs: the page is text, style and pictures drawn in it. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The report as one page of HTML that needs no network. Everything in it that comes from data is escaped. */
export function renderReport(result: DemoResult): string {
  const page = html`<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mettle demo, seed ${result.seed}</title>${styleSheet}</head>
<body>
<header>${opening(result)}</header>
<main>
${section('The loop', 'What happened, in one picture', html`<div class="card">${loopPicture(result)}</div>`)}
${section('Rates', 'Before and after', html`<p>Every run was played in a fresh copy of the database, scored against an answer that was worked out without SQL and without any agent, and then replayed call by call in another fresh copy.</p><div class="card">${rateChart(result)}</div>`)}
${section('Failures', 'What went wrong', html`<p>${plural(result.rounds[0].failures.failures.length, 'run')} failed in round 1, ${result.rounds[1].failures.failures.length.toLocaleString('en')} in round 2. The agents' mistakes are misconceptions, not dice; training mends the one that is a small transformation.</p><div class="card">${failureChart(result)}</div>`)}
${section('Learning', 'What was learned', learnedView(result))}
${section('One run', 'Step by step, with what it changed', html`<div class="card">${exampleRun(result)}</div>`)}
${section('Time', 'Where the seconds went', timingView(result))}
</main>
<footer>${closing(result)}</footer>
</body></html>`;
  return `<!doctype html>\n${page.text}\n`;
}

/** The style sheet is a constant of this package, and the one thing that is put in unescaped. */
const styleSheet = new Html(`<style>${reportStyle}</style>`);

function section(eyebrow: string, title: string, content: Html): Html {
  return html`<section><p class="eyebrow">${eyebrow}</p><h2>${title}</h2>${content}</section>`;
}

function opening(result: DemoResult): Html {
  const { seed, tasks, rounds, comparison, training, timings } = result;
  const [first] = rounds;
  const seconds = timings.reduce((sum, timing) => sum + timing.seconds, 0);
  const categories = new Set(tasks.map(({ category }) => category)).size;
  return html`<p class="eyebrow">Mettle demo · seed ${seed}</p>
<h1>${headline(result)}</h1>
<p class="lead">${tasks.length} tasks of ${categories} kinds about ${result.records.countries} real countries, their currencies and languages. ${first.byPolicy.length} agents without any model, in a real database and a real Python sandbox. No network, no key.</p>
<div class="stats">
<div class="card stat"><b><i class="before">${percent(comparison.before)}</i> <small>→</small> ${percent(comparison.after)}</b><span>pass on the ${comparison.tasks} tasks that training never saw</span></div>
<div class="card stat"><b>${pValue(comparison.test.pValue)}</b><span>exact paired test: ${comparison.test.better} tasks better, ${comparison.test.worse} worse, ${comparison.test.same} the same</span></div>
<div class="card stat"><b>${percent(first.verified.rate)}</b><span>of the runs gave the same, call by call, when replayed in a fresh world</span></div>
<div class="card stat"><b>${duration(seconds)}</b><span>for ${plural(rounds.reduce((sum, { runs }) => sum + runs, 0) + result.oracle.runs, 'run')}, as many replays, and ${plural(training?.result.evaluations ?? 0, 'candidate script')}</span></div>
</div>`;
}

function headline({ training, comparison, improved }: DemoResult): string {
  if (training === null) return 'No skill failed, so there was nothing to train.';
  if (improved) {
    return `A script trained on ${plural(training.examples.length, 'failed task')} lifts the agents from ${percent(comparison.before)} to ${percent(comparison.after)} on tasks it never saw.`;
  }
  return training.result.script === null
    ? 'Training found no script it could stand by, so nothing was changed.'
    : 'The trained script is not better beyond luck on unseen tasks, so it is not kept.';
}

function pValue(value: number): string {
  if (value >= 0.001) return `p = ${value.toFixed(3)}`;
  const exponent = Math.floor(Math.log10(value));
  return `p = ${(value / 10 ** exponent).toFixed(1)}e${exponent}`;
}

/** A run of round 2 that changed the world and passed; else one that changed it; else the first. */
function exampleRun({ trajectories: [, runs] }: DemoResult): Html | null {
  const changes = ({ steps }: Trajectory): number =>
    steps.reduce((sum, step) => sum + (step.type === 'observation' ? step.changes.length : 0), 0);
  const writing = runs.filter((run) => changes(run) > 0 && changes(run) <= 6);
  const passing = writing.filter(({ outcome }) => outcome?.verdict === 'pass');
  const chosen = passing.find((run) => changes(run) > 1) ?? passing[0] ?? writing[0] ?? runs[0];
  return chosen === undefined ? null : trajectoryView(chosen);
}

function timingView({ timings }: DemoResult): Html {
  return html`<div class="card"><div class="timing">${timings.map(({ stage, seconds }) => html`<i style="flex-grow:${Math.max(0.001, seconds).toFixed(3)}" title="${stage}: ${duration(seconds)}"></i>`)}</div><table class="stages">${timings.map(({ stage, seconds }) => html`<tr><td><i></i>${stage}</td><td class="number">${duration(seconds)}</td></tr>`)}</table></div>`;
}

function closing({ seed, dataset, oracle }: DemoResult): Html {
  return html`<p>Beside this page: <code>trajectories.jsonl</code> (${plural(dataset.trajectoryCount, 'verified run')}, whole), <code>openai.jsonl</code> (${plural(dataset.openaiCount, 'run')} worth learning from, as chat messages), <code>tasks.jsonl</code> and <code>skill.py</code>. The same seed gives the same files byte for byte: <code>mettle demo --seed ${seed}</code>.</p>
<p>The policy that knows how each task is done passes ${percent(oracle.pass.rate)} of them; that is how the tasks themselves are checked. Countries, currencies and languages: <code>countries-list</code> (MIT).</p>`;
}
