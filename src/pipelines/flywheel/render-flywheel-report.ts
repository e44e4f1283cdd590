import { counted } from '../../core/internal.js';
import { failureWords } from '../../evaluation/index.js';
import {
  Html,
  html,
  legend,
  marker,
  niceScale,
  PANEL,
  panel,
  percent,
  picture,
  pixel,
  reportStyle,
  seriesClass,
} from '../../report/internal.js';
import type { FlywheelRound, FlywheelRun, FlywheelSkill, FlywheelStop } from './flywheel-round.js';

/** Nothing is loaded from anywhere and nothing runs. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The style sheet is a constant of this package, and the one thing that is put in unescaped. */
const styleSheet = new Html(
  `<style>${reportStyle}table{border-collapse:collapse;width:100%;font-size:14.5px}th,td{text-align:left;padding:7px 12px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}</style>`,
);

const ENDINGS: Readonly<Record<FlywheelStop, string>> = {
  complete: 'All rounds were played.',
  nothing_failed: 'Nothing failed any more, so there was nothing to practise.',
  budget: 'The budget was used up before the last round.',
  aborted: 'It was stopped before the last round.',
};

/** A page about a flywheel that needs no network: rates over rounds, what was learned, what was rejected and why. */
export function renderFlywheelReport(run: FlywheelRun): string {
  const { rounds, improved, comparison } = run;
  const [first, last] = [rounds[0], rounds.at(-1)];
  const title =
    comparison === null || first === undefined || last === undefined
      ? 'One measurement, nothing to compare'
      : improved
        ? `Better: ${rate(first)} to ${rate(last)} of the held-out tasks`
        : `Not shown to be better: ${rate(first)}, then ${rate(last)} of the held-out tasks`;
  const page = html`<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>${styleSheet}</head>
<body>
<header><p class="eyebrow">mettle flywheel</p><h1>${title}</h1>
<p class="lead">${comparison !== null && html`On the same tasks, ${comparison.better} went from wrong to right and ${comparison.worse} from right to wrong (exact sign test, p = ${comparison.pValue.toPrecision(2)}). `}${ENDINGS[run.stopReason]} Nothing that was measured was practised, and none of it served to test a skill.</p></header>
<main>
${section('Rounds', 'What passed', html`<div class="card">${rounds.length > 0 && new Html(plotRounds(rounds))}${roundsTable(rounds)}</div>`)}
${section('Learned', 'Scripts that were kept, and those that were not', html`${rounds.map(lessonView)}`)}
${section('Data', 'What can be trained on', dataView(run))}
</main>
<footer><p>Made by <code>mettle flywheel</code>. This page needs no network and runs no script.</p></footer>
</body></html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function section(eyebrow: string, title: string, content: Html): Html {
  return html`<section><p class="eyebrow">${eyebrow}</p><h2>${title}</h2>${content}</section>`;
}

function rate({ pass }: FlywheelRound): string {
  return pass === null ? '–' : percent(pass.rate);
}

/** The share that passed in each round with its 95 % interval, in SVG. */
function plotRounds(rounds: readonly FlywheelRound[]): string {
  const y = niceScale([0, 1], [PANEL.height, 0]);
  const space = PANEL.width / rounds.length;
  const points = rounds.flatMap(({ pass, round }, place) =>
    pass === null ? [] : [{ pass, round, x: space * (place + 0.5) }],
  );
  const line = points.map(
    ({ x, pass }, place) => `${place === 0 ? 'M' : 'L'}${pixel(x)} ${pixel(y.at(pass.rate))}`,
  );
  const drawn = points.map(({ x, pass, round }) => {
    const [low, high] = [y.at(pass.low), y.at(pass.high)];
    const bar = `M${pixel(x)} ${pixel(low)}V${pixel(high)}M${pixel(x - 4)} ${pixel(low)}h8M${pixel(x - 4)} ${pixel(high)}h8`;
    return html`<g><title>${`round ${round}: ${pass.successes} of ${pass.trials}`}</title><path fill="none" stroke="currentColor" stroke-width="1.4" d="${bar}"/>${marker(0, x, y.at(pass.rate))}</g>`;
  });
  return picture({
    title: 'Held-out tasks that passed',
    description: rounds.map((each) => `round ${each.round}: ${rate(each)}`).join('; '),
    legend: (width) => legend(['passed, with 95 % interval'], width, 'line'),
    panels: [
      panel({
        title: 'Share that passed',
        yLabel: 'share',
        y,
        xLabel: 'round',
        x: rounds.map(({ round }, place) => ({ at: space * (place + 0.5), text: String(round) })),
        content: html`<g class="${seriesClass(0)}"><path fill="none" stroke="currentColor" stroke-width="1.6" d="${line.join('')}"/>${drawn}</g>`,
      }),
    ],
    theme: 'auto',
  });
}

function roundsTable(rounds: readonly FlywheelRound[]): Html {
  const row = (round: FlywheelRound): Html => {
    const { pass, verified, errors, modelCalls, playedBy, skills, failures } = round;
    const kinds = failures.slice(0, 4).map(({ kind, count }) => `${count} × ${failureWords[kind]}`);
    return html`<tr><td>${round.round}</td><td>${pass === null ? 'none was scored' : `${pass.successes} of ${pass.trials} (${percent(pass.low)} to ${percent(pass.high)})`}${errors > 0 && html`; ${errors} broken off`}</td><td>${verified === null ? '–' : `${verified.successes} of ${verified.trials}`}</td><td>${modelCalls ?? '–'}</td><td>${playedBy}${skills.length > 0 && html`, with ${counted(skills.length, 'skill')}`}</td><td>${kinds.length === 0 ? 'none' : kinds.join('; ')}</td></tr>`;
  };
  return html`<table><thead><tr><th>Round</th><th>Passed</th><th>Verified</th><th>Model calls</th><th>Played by</th><th>Failures</th></tr></thead><tbody>${rounds.map(row)}</tbody></table>`;
}

function lessonView({ round, learned }: FlywheelRound): Html {
  if (learned === null) return html``;
  const { practised, usable, practisedBy, skills } = learned;
  const kept = skills.filter(({ rejected }) => rejected === null);
  const rejected = skills.filter((skill) => skill.rejected !== null);
  return html`<div class="card"><h3>After round ${round}</h3><p>${counted(practised, 'new task')} practised by ${practisedBy}; over all rounds ${counted(usable, 'run')} passed and were proved by replay. ${kept.length === 0 ? 'No skill was kept.' : `Kept ${counted(kept.length, 'skill')}.`}</p>${kept.length > 0 && skillsTable(kept)}${rejected.length > 0 && html`<details><summary>${counted(rejected.length, 'skill')} not kept, and why</summary>${skillsTable(rejected)}</details>`}</div>`;
}

function skillsTable(skills: readonly FlywheelSkill[]): Html {
  return html`<table><thead><tr><th>Skill</th><th>Runs it is from</th><th>Unseen tasks done</th><th>The oracles</th><th>Worse on at most</th><th></th></tr></thead><tbody>${skills.map(
    ({ name, records, test, rejected }) =>
      html`<tr><td><code>${name}</code></td><td>${records}</td><td>${test.skillPasses} of ${test.tasks}</td><td>${test.baselinePasses}</td><td>${percent(test.worseAtMost)}</td><td>${rejected ?? ''}</td></tr>`,
  )}</tbody></table>`;
}

function dataView({ dataset, records, exports }: FlywheelRun): Html {
  if (dataset === null)
    return html`<p>No run of practice passed and was verified, so there is no data set.</p>`;
  return html`<p><code>dataset.jsonl</code> holds ${counted(records, 'run')} that passed, were proved by replay, and are of the part of the tasks that may be trained on.${exports.map((each) => html` <code>dataset.${each.format}</code> has ${each.records} of them in the form of ${each.format}.`)}</p>`;
}
