import { contentHash, type Json } from '../../core/index.js';
import { benchmarkError } from '../error-codes.js';
import { answerCheckProblem } from './answer-case.js';
import { type BenchmarkCase, isAnswerCase, isTaskCase } from './benchmark-case.js';
import { expectedArgumentProblem } from './expected-call.js';

/**
 * Refuses cases that can't be told apart or scored.
 * @throws {MettleError} `benchmarks/no_cases`, `benchmarks/invalid_case`.
 */
export function checkCases(cases: readonly BenchmarkCase[]): void {
  if (cases.length === 0) throw benchmarkError('no_cases', 'A benchmark needs at least one case.');
  const ids = new Set<string>();
  for (const item of cases) {
    if (typeof item.id !== 'string' || item.id === '') throw invalid(item, 'has no id');
    if (ids.has(item.id)) throw invalid(item, 'has the id of another case');
    ids.add(item.id);
    if (isTaskCase(item)) continue;
    if (isAnswerCase(item)) {
      const problem = answerCheckProblem(item.check);
      if (problem !== null) throw invalid(item, problem);
      continue;
    }
    const names = new Set(item.tools.map(({ name }) => name));
    if (names.size < item.tools.length) throw invalid(item, 'offers two tools of one name');
    if (!('expected' in item)) continue;
    for (const { tool, arguments: expected = {} } of item.expected) {
      if (!names.has(tool)) throw invalid(item, `expects a call of ${tool}, which it doesn't offer`);
      for (const [name, argument] of Object.entries(expected)) {
        const problem = expectedArgumentProblem(argument);
        if (problem !== null) throw invalid(item, `expects ${tool} with ${name}, which ${problem}`);
      }
    }
  }
}

/** The identity of a suite: a hash of its cases, whatever their order. */
export function suiteFingerprint(cases: readonly BenchmarkCase[]): string {
  return contentHash(cases.map(caseHash).sort());
}

function caseHash(item: BenchmarkCase): string {
  if (!isTaskCase(item)) return contentHash(item);
  const { id, category = null, task, source = null } = item;
  const what: Json =
    typeof task === 'function'
      ? source
      : [contentHash(task.task), task.environment.name, task.environment.fingerprint, task.seed];
  return contentHash([id, category, what]);
}

function invalid({ id }: BenchmarkCase, what: string) {
  return benchmarkError('invalid_case', `The case "${id}" ${what}.`);
}
