import { counted } from '../../../core/internal.js';
import { type AttributedRecord, type FailureKind, failureWords } from '../../../evaluation/index.js';
import type { Trajectory } from '../../../records/index.js';
import { Html, html, percent, reportStyle, show, stepsView, verdictPills } from '../../../report/internal.js';
import type { GenerationSummary, PolicySummary } from '../../outputs/summary-tally.js';
import { generationFileNames } from '../../recipe/generation-files.js';
import { blameView } from './blame-view.js';

/** What the page shows. */
export interface GenerationReport {
  readonly trajectories: readonly Trajectory[];
  readonly summary: GenerationSummary;
  /** Who played. */
  readonly playedBy: string;
  /** The steps that failures were traced to; absent or empty where that was not tried. */
  readonly blame?: readonly AttributedRecord[];
}

/** Runs that are shown step by step, of each kind. */
const MOST_RUNS = 6;

/** Nothing is loaded from anywhere and nothing runs. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The style sheet is a constant of this package, and the one thing that is put in unescaped. */
const styleSheet = new Html(
  `<style>${reportStyle}.bar.after i{background:var(--after);width:calc((100% - 140px)*var(--share))}.bar i.hatched{background:repeating-linear-gradient(45deg,var(--bad) 0 3px,var(--bad-soft) 3px 6px);border:1px solid var(--bad)}</style>`,
);

/** A page about a generated set that needs no network: rates, failures by kind, and runs step by step with what each changed. */
export function renderGenerationReport(report: GenerationReport): string {
  const { trajectories, summary, playedBy } = report;
  const environments = [...new Set(trajectories.map(({ environment }) => environment.name))];
  const page = html`<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${counted(summary.total, 'trajectory', 'trajectories')} in ${environments.join(', ')}</title>${styleSheet}</head>
<body>
<header><p class="eyebrow">mettle generate</p><h1>${counted(summary.total, 'trajectory', 'trajectories')} in the world ${environments.join(', ')}</h1>
<p class="lead">Played by ${playedBy}. Every observation comes from a tool call that ran in a world of its own${summary.verified === null ? '; none was replayed yet' : ', and was compared with a replay in another fresh one'}.</p>
${statsView(summary)}</header>
<main>
${section('Failures', 'What went wrong, by kind', failuresView(report))}
${(report.blame ?? []).length > 0 && section('Blame', 'Which step it failed by', blameView(report.blame ?? []))}
${section('Policies', 'Who passed how often', html`<div class="card">${groupsView(summary.policies)}</div>`)}
${section('Tasks', 'Which tasks were done', html`<div class="card">${groupsView(summary.categories)}</div>`)}
${section('Runs', 'Runs that passed, step by step', passedView(trajectories))}
${section('Files', 'The data behind this page', filesView())}
</main>
<footer><p>Made by <code>mettle generate</code>. This page needs no network and runs no script.</p></footer>
</body></html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function section(eyebrow: string, title: string, content: Html): Html {
  return html`<section><p class="eyebrow">${eyebrow}</p><h2>${title}</h2>${content}</section>`;
}

function statsView(summary: GenerationSummary): Html {
  const { total, pass, verified, refuted, unverified, notChecked, errors, toolCalls, diversity } = summary;
  const stats: readonly (readonly [string, string])[] = [
    [
      pass === null ? '–' : percent(pass.rate),
      pass === null
        ? 'passed: none was scored'
        : `passed: ${pass.successes} of ${pass.trials}, 95 % interval ${percent(pass.low)} to ${percent(pass.high)}`,
    ],
    [
      verified === null ? '–' : percent(verified.rate),
      verified === null
        ? 'verified: not replayed'
        : `verified: ${verified.successes} of ${verified.trials} replayed the same, ${refuted} did not, ${verified.trials - verified.successes - refuted - unverified} could not be replayed${unverified === 0 ? '' : `, ${unverified} were ended by an error of this machine`}`,
    ],
    [toolCalls.toLocaleString('en'), `tool calls, ${(toolCalls / Math.max(total, 1)).toFixed(1)} a run`],
    [
      String(errors + notChecked),
      `neither: ${errors} broken off by an error, ${notChecked} with nothing to check`,
    ],
    [
      percent(diversity.nearDuplicateRate ?? 0),
      `near-duplicates: ${counted(diversity.nearDuplicates, 'prompt')} nearly repeat an earlier one; ${counted(diversity.actionShapes, 'sequence')} of calls differ in tools or kinds of arguments, ${counted(diversity.worlds, 'world')} in how they begin`,
    ],
  ];
  return html`<div class="stats">${stats.map(([figure, words]) => html`<div class="card stat"><b>${figure}</b><span>${words}</span></div>`)}</div>`;
}

function failuresView({ trajectories, summary }: GenerationReport): Html {
  const { byKind, failures } = summary.failures;
  if (byKind.length === 0) return html`<p>Nothing that could be checked failed.</p>`;
  const runs = new Map(trajectories.map((run) => [run.id, run]));
  const most = Math.max(...byKind.map(({ count }) => count));
  const kindView = ({ kind, count }: { readonly kind: FailureKind; readonly count: number }): Html => {
    const ofKind = failures.filter((failure) => failure.kind === kind);
    const shown = spread(ofKind.flatMap(({ trajectoryId }) => runs.get(trajectoryId ?? '') ?? []));
    return html`<div class="failure"><div class="bar-row"><div>${failureWords[kind]}</div><div class="bar"><i class="hatched" style="--share:${(count / most).toFixed(4)}"></i>${count}</div></div><details><summary>${failureWords[kind]}: see ${shown.length} of ${counted(count, 'run')}</summary>${shown.map(runView)}</details></div>`;
  };
  const failed = byKind.reduce((sum, { count }) => sum + count, 0);
  return html`<p>${counted(failed, 'run')} of ${summary.failures.scored.toLocaleString('en')} did not pass. Open a kind, then a run, to see its steps.</p><div class="card">${byKind.map(kindView)}</div>`;
}

function passedView(trajectories: readonly Trajectory[]): Html {
  const passed = trajectories.filter(
    ({ outcome }) => outcome?.verdict !== 'fail' && outcome?.verdict !== 'error',
  );
  const changing = passed.filter(({ steps }) =>
    steps.some((step) => step.type === 'observation' && step.changes.length > 0),
  );
  const shown = [...new Set([...spread(changing), ...spread(passed)])].slice(0, MOST_RUNS * 2);
  if (shown.length === 0) return html`<p>There is none.</p>`;
  return html`<div class="card">${shown.map(runView)}</div>`;
}

/** A run, folded: its task, how it did, and its steps. */
function runView(run: Trajectory): Html {
  const { answer, goals = [] } = run.task.expected;
  return html`<details class="run"><summary>${run.task.prompt}</summary>
<p>${sentence(run.outcome?.reason ?? 'not scored')}${answer !== null && html` Expected: <code>${show(answer.value)}</code>.`}${goals.length > 0 && html` It had ${counted(goals.length, 'goal')} on the world.`} Stopped: ${run.stopReason.replace('_', ' ')}${run.stopDetail !== null && html` (${run.stopDetail})`}.</p>
${stepsView(run)}${verdictPills(run)}</details>`;
}

/** Groups that are shown one by one, the largest first. */
const MOST_GROUPS = 16;

function groupsView(groups: readonly PolicySummary[]): Html {
  const sorted = [...groups].sort((left, right) => right.runs - left.runs);
  const shown = sorted.slice(0, MOST_GROUPS);
  const rest = sorted.slice(MOST_GROUPS);
  const others: PolicySummary = {
    name: `${rest.length} others`,
    runs: rest.reduce((sum, { runs }) => sum + runs, 0),
    passed: rest.reduce((sum, { passed }) => sum + passed, 0),
  };
  return html`<div class="bars">${[...shown, ...(rest.length > 0 ? [others] : [])].map(groupView)}</div>`;
}

function groupView({ name, runs, passed }: PolicySummary): Html {
  return html`<div class="bar-row"><div>${name}<small>${counted(runs, 'run')}</small></div><div class="bar after"><i style="--share:${(passed / Math.max(runs, 1)).toFixed(4)}"></i>${passed} of ${runs} passed</div></div>`;
}

function filesView(): Html {
  const { trajectories, world, run, summary } = generationFileNames;
  const files: readonly (readonly [string, string])[] = [
    [trajectories, 'every run, whole, passed or not'],
    [world, 'how the world is opened again, to verify them'],
    [run, 'what the set was made with'],
    [summary, 'the figures of this page'],
  ];
  return html`<ul class="files">${files.map(([name, words]) => html`<li><a href="${name}">${name}</a> <span>${words}</span></li>`)}</ul>`;
}

/** Words as a sentence. */
function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;
}

/** A few, evenly from the whole list. */
function spread(runs: readonly Trajectory[]): readonly Trajectory[] {
  const count = Math.min(MOST_RUNS, runs.length);
  return Array.from({ length: count }, (_, index) => runs[Math.floor((index * runs.length) / count)]).filter(
    (run) => run !== undefined,
  );
}
