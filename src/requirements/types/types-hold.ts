import { MettleError, type Steps } from '../../core/index.js';
import { inTurns } from '../../core/internal.js';
import type { Finding } from '../../python/index.js';
import { compareFindings, describeFinding, SourceLines } from '../../python/internal.js';
import type { TypeDiagnostic } from '../../sandbox/index.js';
import { MontyTypeChecker } from '../../sandbox/internal.js';
import { writtenCodeOf } from '../python/code-of.js';
import {
  type CommonOptions,
  checkCommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, notChecked, passWith } from '../verdict.js';
import { isReadElsewhere, judgeElsewhere } from '../worker/judge-large.js';
import { type Certainty, type TypeFacts, weigh } from './certain.js';
import { DiagnosticPlaces } from './diagnostic-place.js';
import { TypeFactsRead } from './type-facts.js';

/** What the checker is told of a module that it does not know: that everything in it may be anything. */
const ANYTHING = 'from typing import Any\ndef __getattr__(name: str) -> Any: ...\n';
/** Checking takes milliseconds for each kilobyte. */
const MAX_CHARACTERS = 262_144;

const HINTS: Readonly<Record<string, string>> = {
  'call-non-callable': 'Call a function, or leave the parentheses out.',
  'index-out-of-bounds': 'Use an index that exists.',
  'invalid-argument-type': 'Pass a value of the type that the function takes, or change its annotation.',
  'invalid-assignment': 'Assign a value of the declared type, or change the annotation.',
  'invalid-raise': 'Raise an exception: raise ValueError("…").',
  'invalid-return-type': 'Return a value of the declared type on every path, or change the annotation.',
  'missing-argument': 'Pass every parameter that has no default.',
  'too-many-positional-arguments': 'Pass only the parameters that the function has.',
  'unknown-argument': 'Pass only the parameters that the function has.',
  'unresolved-attribute': 'Use an attribute that the type has, or convert the value first.',
};
const HINT = 'Convert one of the values, or use another operation.';
const POSSIBLE_HINT = 'Handle the case of None first.';

const facts = TypeFactsRead();
let checker: MontyTypeChecker | undefined;

/**
 * The types of the code hold: arguments, results, assignments, operators and attributes fit the annotations and the values.
 * Judged by the static type checker that Monty carries; nothing runs. Only what is surely wrong fails it; a value that
 * may be None where it must not be is a finding of severity `warning`. `not_checked` for the cause `engine` where there
 * is no Monty, and for `limit` where the checker gives up.
 */
export function TypesHold(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'TypesHold');
  return createRequirement({
    name: 'TypesHold',
    description: 'The code passes a type checker.',
    how: 'read by the type checker of Monty, nothing is run',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    ...commonOptions(options),
    memoise: true,
    async validate(artefact, context) {
      const found = writtenCodeOf(artefact, 'the type check');
      if ('missing' in found) return found.missing;
      const { code } = found;
      if (code.length > MAX_CHARACTERS) {
        return notChecked(
          `Types not judged: the code has ${code.length} characters, more than the ${MAX_CHARACTERS} that are checked. Write a shorter program.`,
          'limit',
        );
      }
      const read = isReadElsewhere(artefact)
        ? await judgeElsewhere(facts, artefact)
        : await facts.validate(artefact, context);
      if (read.verdict !== 'pass') return read;
      checker ??= new MontyTypeChecker({ builtinStubs: '', moduleStub: ANYTHING });
      try {
        const outcome = await checker.check(code);
        if (outcome.kind === 'gave_up')
          return notChecked(
            `Types not judged: ${outcome.reason}. Write the code shorter and simpler.`,
            'limit',
          );
        const places = new DiagnosticPlaces(new SourceLines(code));
        const findings = await inTurns(findingsOf(outcome.diagnostics, read.value as TypeFacts, places));
        const errors = findings.filter(({ severity }) => severity === 'error');
        if (errors.length === 0) return passWith('The types hold.', { findings });
        return failWith(errors.map(describeFinding).join(' '), { findings });
      } catch (error) {
        if (!MettleError.isInstance(error) || error.code !== 'sandbox/no_engine') throw error;
        return notChecked(`Types not judged: ${error.message}.`, 'engine');
      }
    },
  });
}

function* findingsOf(
  diagnostics: readonly TypeDiagnostic[],
  facts: TypeFacts,
  places: DiagnosticPlaces,
): Steps<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [diagnostic, certainty] of yield* weigh(diagnostics, facts, places)) {
    findings.push(...toFinding(diagnostic, certainty, places));
    yield;
  }
  return findings.sort(compareFindings);
}

function toFinding(
  diagnostic: TypeDiagnostic,
  certainty: Certainty,
  places: DiagnosticPlaces,
): readonly Finding[] {
  if (certainty === 'nothing') return [];
  const { rule, message } = diagnostic;
  return [
    {
      rule: `types/${rule}`,
      severity: certainty === 'wrong' ? 'error' : 'warning',
      ...places.range(diagnostic),
      message: `${message.replaceAll('`', '')}.`,
      hint: certainty === 'wrong' ? (HINTS[rule] ?? HINT) : POSSIBLE_HINT,
    },
  ];
}
