import { diffLines } from 'diff';
import type { Json, JsonObject } from 'mettle/core';
import type { ObservationStep, StateChange, Trajectory, TrajectoryStep } from 'mettle/records';
import { counted, type Html, html } from './html.js';

/** Characters of an observation that are shown. */
const MOST_CHARACTERS = 700;

/** A run step by step with what each step changed in the world, and whether it passed and replays. */
export function runView({ id, steps, outcome, verification, policy }: Trajectory): Html {
  const passed = outcome?.verdict === 'pass';
  const verified = verification?.verdict === 'pass';
  return html`<ol class="steps">${steps.map(stepView)}</ol><p><span class="pill${passed ? '' : ' no'}">${passed ? '✓ passed' : '✗ failed'}</span> <span class="pill${verified ? '' : ' no'}">${verified ? `verified: ${counted(verification.replayedCalls, 'call')} replayed the same` : (verification?.verdict ?? 'not verified')}</span></p>
<p class="digest">agent <code>${policy.name}</code> · run <code>${id.slice(0, 16)}</code></p>`;
}

function stepView(step: TrajectoryStep): Html {
  switch (step.type) {
    case 'tool_call':
      return html`<li class="acts"><p class="step">calls <code>${step.tool}</code></p><pre>${argumentsOf(step.arguments)}</pre></li>`;
    case 'code_execution':
      return html`<li class="acts"><p class="step">runs Python in the sandbox</p><pre>${step.code.trimEnd()}</pre></li>`;
    case 'withheld_call':
      return html`<li><p class="step">calls <code>${step.tool}</code>, which is not made</p><pre>${step.invalidArguments ?? argumentsOf(step.arguments)}</pre><p>${step.reason}</p></li>`;
    case 'observation':
      return observationView(step);
    case 'final_answer':
      return html`<li class="answers"><p class="step">answers</p><p><code>${step.content}</code></p></li>`;
    case 'subagent':
      return html`<li><p class="step">${step.agent} reports</p><p>${JSON.stringify(step.report)}</p></li>`;
    default:
      return html`<li><p class="step">${step.type}</p><p>${step.content}</p></li>`;
  }
}

/** A statement alone as it is, everything else as JSON. */
function argumentsOf(given: JsonObject): string {
  const { sql, ...others } = given;
  return typeof sql === 'string' && Object.keys(others).length === 0 ? sql : JSON.stringify(given);
}

function observationView({ status, content, changes, stateDigest }: ObservationStep): Html {
  const shown = content.length > MOST_CHARACTERS ? `${content.slice(0, MOST_CHARACTERS - 1)}…` : content;
  return html`<li><p class="step">${status === 'ok' ? 'the world answers' : 'the world refuses'}</p><pre>${shown}</pre>${changes.map(changeView)}${changes.length > 0 && html`<p class="digest">the world is now <code>${stateDigest.slice(0, 16)}</code></p>`}</li>`;
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

/** Two scripts as one, with the lines that went and the lines that came. */
export function scriptDiff(before: string, after: string): Html {
  const lines = diffLines(before, after).flatMap(({ added, removed, value }) => {
    const [kind, sign] = added ? ['plus', '+'] : removed ? ['minus', '−'] : ['same', ' '];
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => html`<span class="${kind}">${sign} ${line}</span>`);
  });
  return html`<pre class="diff">${lines}</pre>`;
}
