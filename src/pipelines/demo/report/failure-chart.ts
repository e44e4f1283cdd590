import type { FailureKind } from '../../../trajectories/index.js';
import type { DemoResult } from '../demo-result.js';
import { type Html, html } from './html.js';

const WORDS: Readonly<Record<FailureKind, string>> = {
  machine_error: 'the machine failed',
  call_limit: 'out of calls',
  world_damaged: 'world left wrong',
  no_answer: 'no answer',
  tool_error: 'gave up on an error',
  wrong_type: 'wrong type',
  wrong_format: 'wrong format',
  wrong_text: 'wrong text',
  wrong_number: 'wrong number',
  wrong_order: 'wrong order',
  missing_items: 'items missing',
  extra_items: 'items too many',
  wrong_items: 'wrong items',
};

/** Failed runs by kind, both rounds side by side. */
export function failureChart({ rounds }: DemoResult): Html {
  const [first, second] = rounds.map(
    ({ failures }) => new Map(failures.byKind.map(({ kind, count }) => [kind, count] as const)),
  );
  const kinds = [...new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])];
  const most = Math.max(1, ...kinds.flatMap((kind) => [first?.get(kind) ?? 0, second?.get(kind) ?? 0]));
  const bar = (kind: 'before' | 'after', count: number): Html =>
    html`<div class="bar ${kind}"><i style="width:${((count / most) * 88).toFixed(2)}%"></i>${count}</div>`;
  return html`<div class="bars">${kinds.map((kind) => html`<div class="bar-row"><div>${WORDS[kind]}</div><div>${bar('before', first?.get(kind) ?? 0)}${bar('after', second?.get(kind) ?? 0)}</div></div>`)}</div>`;
}
