import { counted } from '../../../core/internal.js';
import {
  type AttributedRecord,
  type BlameRow,
  blameTable,
  type LiveAction,
  stepTimeline,
  type TimelineEntry,
} from '../../../evaluation/index.js';
import { type Html, html, show } from '../../../report/internal.js';

/** Runs that are shown of each kind. */
const MOST_RUNS = 3;

const KIND_WORDS: Readonly<Record<BlameRow['kind'], string>> = {
  wrong_call: 'a wrong call',
  extra_call: 'a call too many',
  missing_call: 'a missing call',
  wrong_answer: 'a wrong answer',
  missing_answer: 'no answer',
};

/** Which steps episodes failed by, as measured, and some of them step by step. */
export function blameView(attributed: readonly AttributedRecord[]): Html {
  const { rows, located, unlocated } = blameTable(attributed);
  if (located === 0) return html`<p>No failure could be traced to a step.</p>`;
  const most = Math.max(...rows.map(({ count }) => count));
  return html`<p>The oracle of each task played on from the world before every step and after it. The step that is blamed is the one before which the task could still be done, and after which it could not. ${counted(located, 'failure')} traced${unlocated > 0 && html`, ${unlocated} not`}.</p><div class="card">${rows.map((row) => rowView(row, attributed, most))}</div>`;
}

function rowView(row: BlameRow, attributed: readonly AttributedRecord[], most: number): Html {
  const { kind, tool, count, trajectoryIds } = row;
  const words = html`${KIND_WORDS[kind]}${tool !== null && html` of <code>${tool}</code>`}`;
  const shown = trajectoryIds.slice(0, MOST_RUNS);
  const runs = attributed.filter(({ record }) => shown.includes(record.id));
  return html`<div class="failure"><div class="bar-row"><div>${words}</div><div class="bar"><i class="hatched" style="--share:${(count / most).toFixed(4)}"></i>${count}</div></div><details><summary>See ${shown.length} of ${counted(count, 'run')}</summary>${runs.map(runView)}</details></div>`;
}

function runView({ record, attribution }: AttributedRecord): Html {
  return html`<details class="run"><summary>${record.task.prompt}</summary><ol class="steps">${stepTimeline(record, attribution).map(entryView)}</ol></details>`;
}

function entryView(entry: TimelineEntry): Html {
  const { type, tool, text, status, changes, credit, blamed } = entry;
  const title =
    type === 'end' ? 'ends' : tool === null ? type.replace('_', ' ') : html`calls <code>${tool}</code>`;
  const facts = changes.map(({ name }) => name).join(', ');
  return html`<li${blamed !== null && html` class="answers"`}><p class="step">${title}${status === 'error' && ' and is refused'}${credit === 1 && ' · won it back'}${blamed !== null && html` <span class="pill no">${blamed.kind === 'missing_call' ? 'a call is missing before this' : 'lost it here'}</span>`}</p><pre>${text}</pre>${facts !== '' && html`<p class="digest">changed ${facts}</p>`}${blamed !== null && insteadView(blamed.instead)}</li>`;
}

function insteadView(instead: LiveAction | null): Html {
  if (instead === null) return html`<p>The oracle makes no such call.</p>`;
  if (instead.kind === 'answer') return html`<p>The oracle answers <code>${show(instead.value)}</code>.</p>`;
  const { tool, arguments: values } = instead;
  const words = values.sql ?? values.code ?? JSON.stringify(values);
  return html`<p>The oracle calls <code>${tool}</code>:</p><pre>${String(words)}</pre>`;
}
