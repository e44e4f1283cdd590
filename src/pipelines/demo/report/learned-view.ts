import type { Json } from '../../../core/index.js';
import type { Trajectory } from '../../../trajectories/index.js';
import type { DemoResult } from '../demo-result.js';
import { scriptInput } from '../mine-skill.js';
import type { SkillTraining } from '../train-skill.js';
import { type Html, html, plural } from './html.js';
import { scriptDiff } from './script-diff.js';

/** Unseen tasks that are shown. */
const MOST_ROWS = 8;

/** What was learned: the examples, the script and its difference from the first guess, and how it does unseen. */
export function learnedView(result: DemoResult): Html {
  const { training } = result;
  if (training === null) return html`<p>No skill failed, so there was nothing to train.</p>`;
  return html`${learnedSummary(training)}${abstentionNote(result)}
<div class="two">
<div class="card"><h3 style="margin-top:0">The script, against the first guess</h3>${scriptView(training)}</div>
<div class="card"><h3 style="margin-top:0">What the failures taught</h3><table><tr><th>put in</th><th>should have come out</th></tr>${training.examples.slice(0, MOST_ROWS).map(({ input, output }) => html`<tr><td>${input}</td><td><code>${show(output)}</code></td></tr>`)}</table>${training.examples.length > MOST_ROWS && html`<p class="digest">and ${training.examples.length - MOST_ROWS} more</p>`}</div>
</div>
<h3>On tasks that training never saw</h3>
<div class="card"><table class="stack"><tr><th>put in</th><th>expected</th><th>round 1</th><th>round 2</th></tr>${unseenRows(result, training.skill)}</table></div>`;
}

/** The skills that were tried before and for which training would not stand by a script. */
function abstentionNote({ abstentions, training }: DemoResult): Html | null {
  const others = abstentions.filter(({ skill }) => skill !== training?.skill);
  if (others.length === 0) return null;
  return html`<p>It abstained on ${others.map(({ skill, result }, index) => html`${index > 0 && ', '}the <b>${skill.replaceAll('_', ' ')}</b> (${result.reasons.join('; ')})`)}, so the next failing skill had its turn.</p>`;
}

function learnedSummary({ skill, failures, examples, result }: SkillTraining): Html {
  const label = skill.replaceAll('_', ' ');
  const held = result.holdout.total;
  return html`<p>The skill to mend is writing the <b>${label}</b>: ${plural(failures, 'failed run')} on ${plural(examples.length, 'task')} that training may see. How the house writes it is decided by the seed and told to nobody; the expected answers are all there is to learn from. Offline search tried ${plural(result.evaluations, 'candidate')}, found a script by <i>${result.foundBy ?? 'nothing'}</i>, and ${result.script === null ? 'offers none' : html`offers it with <b>${result.confidence ?? 'no'}</b> confidence`}: ${result.train.passed} of ${result.train.total} examples it was made from and ${result.holdout.passed} of ${held} held out come out right.</p>`;
}

function scriptView({ seedScript, result }: SkillTraining): Html {
  if (result.script !== null) return scriptDiff(seedScript, result.script);
  return html`<p>Training abstained: ${result.reasons.join('; ') || 'nothing fits the examples'}. The first guess stays.</p><pre>${seedScript}</pre>`;
}

function unseenRows({ trajectories }: DemoResult, skill: string): readonly Html[] {
  const [first, second] = trajectories.map(
    (runs) =>
      new Map(
        runs
          .filter(({ task }) => task.metadata.split === 'unseen' && task.metadata.skill === skill)
          .map((run) => [run.task.id, run] as const),
      ),
  );
  return [...(first ?? [])]
    .slice(0, MOST_ROWS)
    .map(
      ([id, run]) =>
        html`<tr><td class="wide">${scriptInput(run) ?? ''}</td><td data-label="expected"><code>${show(run.task.expected.answer?.value ?? null)}</code></td>${answerCell('round 1', run)}${answerCell('round 2', second?.get(id))}</tr>`,
    );
}

function answerCell(label: string, run: Trajectory | undefined): Html {
  if (run === undefined) return html`<td data-label="${label}"></td>`;
  const passed = run.outcome?.verdict === 'pass';
  return html`<td data-label="${label}" class="${passed ? 'good' : 'bad'}">${passed ? '✓' : '✗'} <code>${show(run.finalAnswer)}</code></td>`;
}

function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
