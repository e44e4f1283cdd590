import type { Json, JsonObject } from '../core/index.js';
import { counted, shortened, startOf } from '../core/internal.js';
import type { ObservationStep, StateChange, Trajectory, TrajectoryStep } from '../records/index.js';
import { type Html, html } from './html.js';

/** Characters of an observation that are shown. */
const MOST_CHARACTERS = 700;

/** A run step by step, with what each step changed in the world. */
export function stepsView({ steps }: Trajectory): Html {
  return html`<ol class="steps">${steps.map(stepView)}</ol>`;
}

/** Whether a run passed and replays, and where to find it in `trajectories.jsonl`. */
export function verdictPills({ id, outcome, verification, policy }: Trajectory): Html {
  const passed = outcome?.verdict === 'pass';
  const verified = verification?.verdict === 'pass';
  return html`<p><span class="pill${passed ? '' : ' no'}">${passed ? '✓ passed' : `✗ ${outcome?.verdict === 'fail' ? 'failed' : (outcome?.verdict ?? 'not scored')}`}</span> <span class="pill${verified ? '' : ' no'}">${verified ? `verified: ${counted(verification.replayedCalls, 'call')} replayed the same` : (verification?.verdict ?? 'not verified')}</span></p>
<p class="digest">agent <code>${policy.name}</code> · run <code>${startOf(id, 16)}</code></p>`;
}

function stepView(step: TrajectoryStep): Html {
  switch (step.type) {
    case 'tool_call':
      return html`<li class="acts"><p class="step">${who(step)}calls <code>${step.tool}</code></p><pre>${step.invalidArguments ?? argumentsOf(step.arguments)}</pre></li>`;
    case 'code_execution':
      return html`<li class="acts"><p class="step">${who(step)}runs Python in the sandbox</p><pre>${step.code.trimEnd()}</pre></li>`;
    case 'withheld_call':
      return html`<li><p class="step">${who(step)}calls <code>${step.tool}</code>, which is not made</p><pre>${step.invalidArguments ?? argumentsOf(step.arguments)}</pre><p>${step.reason}</p></li>`;
    case 'observation':
      return observationView(step);
    case 'final_answer':
      return html`<li class="answers"><p class="step">${who(step)}answers</p><p><code>${step.content}</code></p></li>`;
    case 'subagent':
      return html`<li><p class="step">${step.agent} reports</p><p>${JSON.stringify(step.report)}</p></li>`;
    default:
      return html`<li><p class="step">${who(step)}${step.type}</p><p>${step.content}</p></li>`;
  }
}

/** A statement alone as it is, everything else as JSON. */
function argumentsOf(given: JsonObject): string {
  const { sql, ...others } = given;
  return typeof sql === 'string' && Object.keys(others).length === 0 ? sql : JSON.stringify(given);
}

/** Which of several agents it was; nothing where there is one. */
function who(step: { readonly agent?: string }): string {
  return step.agent === undefined ? '' : `${step.agent} · `;
}

function observationView(step: ObservationStep): Html {
  return html`<li><p class="step">${step.status === 'ok' ? 'the world answers' : 'the world refuses'}</p><pre>${shortened(step.content, MOST_CHARACTERS)}</pre>${step.changes.map(changeView)}${step.changes.length > 0 && html`<p class="digest">the world is now <code>${startOf(step.stateDigest, 16)}</code></p>`}</li>`;
}

function changeView({ name, before, after }: StateChange): Html {
  return html`<div class="change"><div class="name">${name}</div>${before !== null && html`<div class="minus">− ${facts(before)}</div>`}${after !== null && html`<div class="plus">+ ${facts(after)}</div>`}</div>`;
}

function facts(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([column, fact]) => `${column} ${JSON.stringify(fact)}`)
    .join(' · ');
}
