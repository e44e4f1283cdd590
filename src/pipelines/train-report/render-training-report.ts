import type { Json } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import { duration, Html, html, percent, reportStyle, scriptDiff } from '../../report/internal.js';
import type { Confidence, InputOutput, Score, StopReason, TrainingQuestion } from '../../training/index.js';
import { cutText } from './cut-text.js';
import { valueStyle, valueView } from './value-view.js';

/** One task of a {@link TrainingReport}. */
export interface TrainedTask {
  readonly name: string;
  readonly description?: string | undefined;
  /** What it was trained from, held-out examples among them. */
  readonly examples: readonly InputOutput[];
  /** Pairs that only scored it. */
  readonly test: readonly InputOutput[];
  /** The script that it started from; null for none. */
  readonly seedScript: string | null;
  /** Null when abstained. */
  readonly script: string | null;
  /** The best script even when abstained. */
  readonly guess: string | null;
  readonly foundBy: string | null;
  readonly solved: boolean;
  readonly train: Score;
  readonly holdout: Score;
  readonly confidence: Confidence | null;
  readonly reasons: readonly string[];
  readonly advice: readonly string[];
  /** Other scripts that fit every example. */
  readonly rivals: readonly string[];
  readonly question: TrainingQuestion | null;
  readonly suspects: readonly InputOutput[];
  readonly evaluations: number;
  readonly seconds: number;
  readonly stopReason: StopReason;
}

/** What the page shows. */
export interface TrainingReport {
  readonly tasks: readonly TrainedTask[];
  readonly budget: { readonly seconds?: number | undefined; readonly maxEvaluations?: number | undefined };
  readonly seed: number;
  /** The model that was asked where the search found nothing; null for none. */
  readonly model: string | null;
}

/** Examples that are shown of each task. */
const MOST_EXAMPLES = 6;
/** Other scripts that are shown. */
const MOST_RIVALS = 4;

/** Tasks that are shown with their scripts; the others stand in the overview alone. */
const MOST_TASKS = 200;
/** Characters of a script, and of any other text, that are shown. */
const MOST_OF_SCRIPT = 20_000;
const MOST_OF_TEXT = 1_000;

/** Nothing is loaded from anywhere and nothing runs. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The style sheet is made of constants of this package, and the one thing that is put in unescaped. */
const styleSheet = new Html(
  `<style>${reportStyle}${valueStyle.text}.pair{display:grid;grid-template-columns:1fr auto 1fr;gap:14px;align-items:center;padding:10px 0;border-top:1px solid var(--line)}.pair:first-child{border-top:0}.pair>*{min-width:0}.pair code{white-space:pre-wrap}.tree,.tree ul{list-style:none;margin:0;padding:0}.tree ul{margin-left:9px;padding-left:20px;border-left:2px solid var(--line)}.tree li{padding:6px 0}.tree pre{padding:10px 14px;white-space:pre-wrap;margin-top:6px}article{margin-bottom:28px}@media (max-width:760px){.pair{gap:8px}}</style>`,
);

/** A page about trained scripts that needs no network: scores, the script with its diff, its lineage, and examples with grids drawn. */
export function renderTrainingReport(report: TrainingReport): string {
  const { budget, seed, model } = report;
  const tasks = report.tasks.map(boundedTask);
  const solved = tasks.filter((task) => task.solved).length;
  const title = `${solved} of ${counted(tasks.length, 'task')} solved`;
  const limits = [
    budget.seconds === undefined ? null : `${budget.seconds} seconds`,
    budget.maxEvaluations === undefined ? null : `${budget.maxEvaluations.toLocaleString('en')} candidates`,
  ].filter((limit) => limit !== null);
  const page = html`<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>${styleSheet}</head>
<body>
<header><p class="eyebrow">mettle evolve</p><h1>${title}</h1>
<p class="lead">Each task had ${limits.join(' and ')} at most, seed ${seed}${model === null ? ', no model' : `, and ${cutText(model, MOST_OF_TEXT)} where the search found nothing`}. Every rate comes from runs in a sandbox.</p></header>
<main>
${tasks.length > 1 && html`<section><p class="eyebrow">Overview</p><h2>Every task</h2><div class="card">${overview(tasks)}</div></section>`}
${tasks.slice(0, MOST_TASKS).map(taskView)}
${tasks.length > MOST_TASKS && html`<section><p class="soft">The scripts of ${counted(tasks.length - MOST_TASKS, 'more task')} are not shown here.</p></section>`}
</main>
<footer><p>Made by <code>mettle evolve</code>. This page needs no network and runs no script.</p></footer>
</body></html>`;
  return `<!doctype html>\n${page.text}\n`;
}

/** The task with texts of a length that a page can hold. */
function boundedTask(task: TrainedTask): TrainedTask {
  const text = (one: string): string => cutText(one, MOST_OF_TEXT);
  const script = (one: string | null): string | null => (one === null ? null : cutText(one, MOST_OF_SCRIPT));
  return {
    ...task,
    name: text(task.name),
    description: task.description === undefined ? undefined : text(task.description),
    seedScript: script(task.seedScript),
    script: script(task.script),
    guess: script(task.guess),
    rivals: task.rivals.slice(0, MOST_RIVALS).map((rival) => cutText(rival, MOST_OF_SCRIPT)),
    reasons: task.reasons.map(text),
    advice: task.advice.map(text),
  };
}

function overview(tasks: readonly TrainedTask[]): Html {
  return html`<table class="stack"><thead><tr><th>Task</th><th>Result</th><th>Train</th><th>Held out</th><th>Confidence</th><th>Candidates</th></tr></thead><tbody>${tasks.map(
    (task) =>
      html`<tr><td class="wide">${task.name}</td><td data-label="Result">${verdict(task)}</td><td data-label="Train">${score(task.train)}</td><td data-label="Held out">${score(task.holdout)}</td><td data-label="Confidence">${task.confidence ?? '–'}</td><td data-label="Candidates">${task.evaluations.toLocaleString('en')}</td></tr>`,
  )}</tbody></table>`;
}

function taskView(task: TrainedTask): Html {
  const { script, guess, reasons, advice, question } = task;
  return html`<section><p class="eyebrow">${task.name}</p><h2>${task.description ?? task.name}</h2>
<div class="stats">${stat(score(task.train), `train: ${shareOf(task.train)}`)}${stat(score(task.holdout), `held out: ${shareOf(task.holdout)}`)}${stat(task.confidence ?? '–', `confidence; ${reasons.join('; ')}`)}${stat(task.evaluations.toLocaleString('en'), `candidates in ${duration(task.seconds)}; stopped: ${task.stopReason}`)}</div>
<h3>${heading(task)} ${verdict(task)}</h3>
<article class="card">${script === null && guess === null ? html`<p>Nothing came near.</p>` : codeView(task)}</article>
${advice.length > 0 && html`<h3>What would help</h3><ul class="plain">${advice.map((line) => html`<li>${line}</li>`)}</ul>`}
${question !== null && questionView(question)}
<h3>Lineage</h3><article class="card">${lineageView(task)}</article>
<h3>Examples</h3><article class="card">${examplesView(task)}</article></section>`;
}

function heading({ script, guess }: TrainedTask): string {
  if (script !== null) return 'The script';
  return guess === null ? 'No script' : 'The best guess, which is not to be trusted';
}

function codeView({ seedScript, script, guess }: TrainedTask): Html {
  const shown = script ?? guess ?? '';
  if (seedScript !== null && seedScript !== shown) return scriptDiff(seedScript, shown);
  return html`<pre tabindex="0">${shown}</pre>`;
}

function questionView({ input, answers }: TrainingQuestion): Html {
  return html`<h3>What the examples don't decide</h3><article class="card"><p>Scripts that fit every example disagree on this input:</p>${answers.map(({ output }) => pairView({ input, output }))}</article>`;
}

/** How the script came about: what it started from, what was found, and what else fits. */
function lineageView({ seedScript, script, guess, foundBy, rivals, solved }: TrainedTask): Html {
  const shown = script ?? guess;
  const found = html`<li><strong>${shown === null ? 'nothing found' : `found by ${foundBy ?? 'nobody'}`}</strong> ${solved ? html`<span class="pill">chosen</span>` : html`<span class="pill mute">not solved</span>`}${
    rivals.length > 0 &&
    html`<ul>${rivals.map((rival) => html`<li>fits every example too, and does something else elsewhere<pre tabindex="0">${rival}</pre></li>`)}</ul>`
  }</li>`;
  return html`<ul class="tree"><li><strong>${seedScript === null ? 'no script to start from' : 'script of the task'}</strong>${seedScript !== null && html`<pre tabindex="0">${seedScript}</pre>`}<ul>${found}</ul></li></ul>`;
}

function examplesView({ examples, test, suspects }: TrainedTask): Html {
  const wrong = new Set(suspects.map((pair) => JSON.stringify(pair)));
  const rest = examples.length + test.length - MOST_EXAMPLES;
  return html`${[...examples, ...test].slice(0, MOST_EXAMPLES).map((pair) => pairView(pair, wrong.has(JSON.stringify(pair))))}${rest > 0 && html`<p class="soft">And ${rest} more.</p>`}`;
}

function pairView(
  { input, output }: { readonly input: Json; readonly output: Json },
  isSuspect = false,
): Html {
  return html`<div class="pair"><div>${valueView(input)}</div><div aria-hidden="true">→</div><div>${valueView(output)}${isSuspect && html` <span class="pill no">seems to be wrong</span>`}</div></div>`;
}

function verdict({ solved, script }: TrainedTask): Html {
  if (solved) return html`<span class="pill">solved</span>`;
  return html`<span class="pill ${script === null ? 'mute' : 'no'}">${script === null ? 'abstained' : 'not solved'}</span>`;
}

function stat(figure: string, words: string): Html {
  return html`<div class="card stat"><b>${figure}</b><span>${words}</span></div>`;
}

function score({ rate }: Score): string {
  return rate === null ? '–' : percent(rate);
}

function shareOf({ passed, total, rate }: Score): string {
  return rate === null ? 'not scored' : `${passed} of ${total}`;
}
