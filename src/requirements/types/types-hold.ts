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
import { type TypesRead, TypesReadable } from './type-facts.js';

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

const readable = TypesReadable();
let checker: MontyTypeChecker | undefined;

/**
 * The types of the code hold: arguments, results, assignments, operators and attributes fit the annotations and the values.
 * Judged by the static type checker that Monty carries; nothing runs. Only what is surely wrong fails it; a value that
 * may be None where it must not be is a finding of severity `warning`. Nothing in the code switches the check off:
 * comments such as `# type: ignore` and `no_type_check` don't count, and both sides of `TYPE_CHECKING` are checked.
 * `not_checked` for the cause `engine` where there is no Monty, and for `limit` where the checker gives up, where the types hold only
 * by a `cast` or a variable of type `Any`, and where the code gives a type such as `int` another meaning.
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
        ? await judgeElsewhere(readable, artefact)
        : await readable.validate(artefact, context);
      if (read.verdict !== 'pass') return read;
      const { facts, checked } = read.value as TypesRead;
      const places = new DiagnosticPlaces(new SourceLines(code));
      try {
        const findings = await findingsIn(checked.text, facts, places);
        const errors = errorsOf(findings);
        if (errors.length > 0) return failWith(errors.map(describeFinding).join(' '), { findings });
        const { rebound, unvouched } = checked;
        if (rebound !== null)
          return notChecked(
            `Types not judged: ${rebound.name} has another meaning here, by line ${rebound.line}, so annotations that use it say nothing. Give what line ${rebound.line} defines another name.`,
            'limit',
          );
        if (unvouched === null) return passWith('The types hold.', { findings });
        const hidden = errorsOf(await findingsIn(unvouched.text, facts, places));
        if (hidden.length === 0 && unvouched.isWhole) return passWith('The types hold.', { findings });
        return notChecked(
          `Types not judged: they hold only with ${unvouched.what}, which the checker believes unseen. Test the value with isinstance() instead. ${hidden.map(describeFinding).join(' ')}`.trimEnd(),
          'limit',
          { findings },
        );
      } catch (error) {
        if (error instanceof GaveUp)
          return notChecked(
            `Types not judged: ${error.message}. Write the code shorter and simpler.`,
            'limit',
          );
        if (!MettleError.isInstance(error) || error.code !== 'sandbox/no_engine') throw error;
        return notChecked(`Types not judged: ${error.message}.`, 'engine');
      }
    },
  });
}

/** The checker finds the code too large or too complex. */
class GaveUp extends Error {}

async function findingsIn(
  text: string,
  facts: TypeFacts,
  places: DiagnosticPlaces,
): Promise<readonly Finding[]> {
  checker ??= new MontyTypeChecker({ builtinStubs: '', moduleStub: ANYTHING });
  const outcome = await checker.check(text);
  if (outcome.kind === 'gave_up') throw new GaveUp(outcome.reason);
  return inTurns(findingsOf(outcome.diagnostics, facts, places));
}

function errorsOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'error');
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
