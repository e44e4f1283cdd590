import { analysePython, describeFinding } from '../../python/index.js';
import { type CommonOptions, commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { failWith, notChecked, passWith } from '../verdict.js';
import { codeOf } from './code-of.js';

/**
 * The code compiles. Nothing is run. Every error is a finding with its place; the reason names the first. Names that
 * will likely fail at run time are findings of severity `warning` and do not fail it. Code of more than 1,048,576
 * characters, or nested deeper than the parser follows but not past the limits of Python's own grammar, is
 * `not_checked` for the cause `limit`: some compiler may accept it.
 */
export function PythonSyntaxValid(options: CommonOptions = {}): Requirement {
  return createRequirement({
    name: 'PythonSyntaxValid',
    description: 'The code is valid Python 3.',
    how: 'parsed by a Python parser, with the compiler errors that need no run',
    follows: ['PythonCodeExtraction'],
    ...commonOptions(options),
    recipe: { make: 'PythonSyntaxValid', options: options },
    memoise: true,
    validate(artefact) {
      const found = codeOf(artefact, 'syntax validation');
      if ('missing' in found) return found.missing;
      const { status, findings, likelyBugs } = analysePython(found.code).syntax;
      const [first] = findings;
      if (status === 'valid' || first === undefined)
        return passWith('Syntax is valid.', { findings: likelyBugs });
      if (status === 'unchecked')
        return notChecked(`Syntax not judged: ${describeFinding(first)}`, 'limit', { findings });
      return failWith(`Syntax error at line ${first.line}, column ${first.column}: ${first.message}`, {
        findings,
      });
    },
  });
}
