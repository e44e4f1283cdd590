import type { Trajectory } from 'mettle/records';
import { demoFileNames } from '../demo-file-names.js';
import type { DemoResult } from '../demo-result.js';
import { failuresView } from './failures-view.js';
import { counted, duration, type Html, html, percent } from './html.js';
import { loopPicture } from './loop-picture.js';
import { opening } from './opening.js';
import { rateChart } from './rate-chart.js';
import { repairView } from './repair-view.js';
import { runView } from './run-view.js';
import { skillsView } from './skills-view.js';
import { statementView } from './statement-view.js';
import { reportStyle } from './style.js';

/** Nothing is loaded from anywhere and nothing runs: the page is text, style and pictures drawn in it. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The report as one page of HTML that needs no network. Everything in it that comes from data is escaped. */
export function renderReport(result: DemoResult): string {
  const page = html`<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mettle demo, seed ${result.seed}</title>${reportStyle}</head>
<body>
<header>${opening(result)}</header>
<main>
${section('One run and its repair', 'The same agent, the same task, before and after', repairView(result))}
${section('Learning', 'What was learned, beside what must not help', skillsView(result))}
${section('The test', 'What this proves', statementView(result))}
${section('Rates', 'Before and after', html`<p>Every run was played in a fresh copy of the database, scored against an answer that was worked out without SQL and without any agent, and then replayed call by call in another fresh copy.</p><div class="card">${rateChart(result)}</div>`)}
${section('Failures', 'What went wrong', html`<p>${counted(result.rounds[0].failures.failures.length, 'run')} failed in round 1, ${result.rounds[1].failures.failures.length.toLocaleString('en')} in round 2. The agents’ mistakes are misconceptions, not dice; training mends those that are a small transformation. Open a kind, then a run, to see its steps.</p><div class="card">${failuresView(result)}</div>`)}
${section('The loop', 'What happened, in one picture', html`<div class="card">${loopPicture(result)}</div>${changingRun(result)}`)}
${section('Files', 'The data behind this page', filesView(result))}
${section('Time', 'Where the seconds went', timingView(result))}
</main>
<footer><p>Made by <code>npm run demo</code>. This page needs no network and runs no script.</p></footer>
</body></html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function section(eyebrow: string, title: string, content: Html): Html {
  return html`<section><p class="eyebrow">${eyebrow}</p><h2>${title}</h2>${content}</section>`;
}

/** A run of round 2 that changed the world and passed, folded; nothing where there is none. */
function changingRun({ trajectories: [, runs] }: DemoResult): Html | null {
  const changes = ({ steps }: Trajectory): number =>
    steps.reduce((sum, step) => sum + (step.type === 'observation' ? step.changes.length : 0), 0);
  const passing = runs.filter(
    (run) => changes(run) > 0 && changes(run) <= 6 && run.outcome?.verdict === 'pass',
  );
  const chosen = passing.find((run) => changes(run) > 1) ?? passing[0];
  if (chosen === undefined) return null;
  return html`<details class="run"><summary>A run that changes the database, step by step</summary><p class="task">${chosen.task.prompt}</p>${runView(chosen)}</details>`;
}

function filesView({ seed, dataset, oracle, tasks, skills }: DemoResult): Html {
  const { trajectories, openai, tasks: taskFile, script } = demoFileNames;
  return html`<ul class="files">
${file(trajectories, `${counted(dataset.trajectoryCount, 'verified run')}, whole, passed or not`)}
${file(openai, `${counted(dataset.openaiCount, 'run')} worth learning from, as chat messages`)}
${file(taskFile, `${counted(tasks.length, 'task')} with what each expects`)}
${skills.map(({ skill, kept }) => file(script(skill.name), kept ? 'the trained script' : 'a first guess: no trained script is kept'))}
</ul>
<p>The same seed gives the same files byte for byte: <code>npm run demo -- --seed ${seed}</code>. A policy that knows how each task is done passes ${percent(oracle.pass.rate)} of them; that is how the tasks themselves are checked. Countries, currencies and languages: <code>countries-list</code> (MIT).</p>`;
}

function file(name: string, words: string): Html {
  return html`<li><a href="${name}">${name}</a> <span>${words}</span></li>`;
}

function timingView({ timings }: DemoResult): Html {
  const total = timings.reduce((sum, { seconds }) => sum + seconds, 0);
  return html`<div class="card"><table class="stages"><thead><tr><th scope="col">stage</th><th scope="col" class="wide">share</th><th scope="col" class="number">time</th></tr></thead><tbody>${timings.map(({ stage, seconds }) => html`<tr><td>${stage}</td><td class="wide"><i style="width:${((seconds / Math.max(total, 0.001)) * 100).toFixed(2)}%"></i></td><td class="number">${duration(seconds)}</td></tr>`)}</tbody></table></div>`;
}
