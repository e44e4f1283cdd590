import type { Json, JsonObject } from '../../core/index.js';
import type { Trainable, TrainingExample, TrainingOutcome } from '../../training/index.js';
import { differences, shorten, shortJson } from './difference.js';

/** How much of an example a proposer is shown. */
export interface EvidenceOptions {
  /** Characters of each value. */
  readonly maxChars: number;
  /** Said behind the reward, such as that nobody solves the example. */
  readonly remark?: string | undefined;
}

/**
 * One example as a proposer reads it: what went in, what was expected, what this very candidate gave, how the two differ, what
 * failed, what was printed, and what the reward said.
 */
export function renderEvidence(
  number: number,
  { example, outcome, variable }: EvidenceCase,
  { maxChars, remark }: EvidenceOptions,
): string {
  const calls = outcome.calls.filter((call) => call.variables.includes(variable.key));
  const expected = single(example.y);
  const actual = single(outcome.outputs);
  const lines = [
    `Example ${number}: reward ${formatReward(outcome.reward)}${remark === undefined ? '' : ` (${remark})`}`,
    `input: ${shortJson(single(example.x), maxChars)}`,
    `expected: ${shortJson(expected, maxChars)}`,
  ];
  for (const call of calls) {
    if (!isSame(call.inputs, single(example.x))) {
      lines.push(`this variable was used on: ${shortJson(call.inputs, maxChars)}`);
      lines.push(`and gave: ${shortJson(call.outputs, maxChars)}`);
    }
  }
  const failures = calls.flatMap(({ error }) => (error === null ? [] : [error]));
  if (failures.length === 0 && outcome.error === null) {
    lines.push(`got: ${shortJson(withoutLogs(actual), maxChars)}`);
    if (expected !== null && actual !== null) {
      lines.push(
        ...differences(expected, withoutLogs(actual)).map(
          (line) => `differs: ${indented(shorten(line, maxChars))}`,
        ),
      );
    }
  }
  for (const failure of new Set([...failures, ...(outcome.error === null ? [] : [outcome.error])])) {
    lines.push(`failed: ${indented(shorten(failure, maxChars))}`);
  }
  for (const printed of new Set(calls.map(stdoutOf))) {
    if (printed !== '') lines.push(`printed: ${indented(shorten(printed.trimEnd(), maxChars))}`);
  }
  if (outcome.feedback !== null) lines.push(`feedback: ${indented(shorten(outcome.feedback, maxChars))}`);
  return lines.join('\n');
}

/** Text of others: indented, no line of it can pass for a heading or a fence of the prompt. */
function indented(text: string): string {
  return text.replace(/\r\n?|\n/g, '\n    ');
}

/** A candidate on an example, seen from one of its variables. */
export interface EvidenceCase {
  readonly example: TrainingExample;
  readonly outcome: TrainingOutcome;
  readonly variable: Trainable;
}

/** A reward in at most three digits behind the point. */
export function formatReward(reward: number): string {
  return String(Math.round(reward * 1000) / 1000);
}

/** One value where there is one; else the list of them. */
function single(values: readonly (JsonObject | null)[]): Json {
  return values.length === 1 ? (values[0] ?? null) : values;
}

function isSame(left: Json, right: Json): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** The logs are told apart from the output: what was expected has none. */
function withoutLogs(output: Json): Json {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return output;
  const { stdout: _stdout, stderr: _stderr, python_script: _script, ...rest } = output as JsonObject;
  return rest;
}

function stdoutOf({ outputs }: { readonly outputs: Json }): string {
  if (typeof outputs !== 'object' || outputs === null || Array.isArray(outputs)) return '';
  const { stdout } = outputs as JsonObject;
  return typeof stdout === 'string' ? stdout : '';
}
