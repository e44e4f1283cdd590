import { defineOptions, type MettleError, option } from '../../core/index.js';
import { analysePython } from '../../python/index.js';
import { describeFinding } from '../../python/internal.js';
import { requirementError } from '../error-codes.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, type Judgement, notChecked, passWith } from '../verdict.js';
import { isReadElsewhere, judgeElsewhere } from '../worker/judge-large.js';
import { writtenCodeOf } from './code-of.js';
import { COMPILING_ENGINES, type CompilingEngine, judgeByCompile } from './compile-opinion.js';

/** How {@link PythonSyntaxValid} judges. */
export interface PythonSyntaxOptions extends CommonOptions {
  /**
   * Also asks CPython's own `compile`, in a sandbox of this engine; its answer stands, in its words, for its version of
   * Python. Default: only the parser here is asked, whose grammar is that of Python 3.14.
   */
  readonly compileWith?: CompilingEngine;
}

const checkPythonSyntaxOptions = defineOptions<PythonSyntaxOptions>()('PythonSyntaxValid', {
  ...COMMON_OPTIONS,
  compileWith: option.oneOf(['cpython', 'docker']),
});

/**
 * The code compiles. Nothing is run. Every error is a finding with its place; the reason names the first. Names that
 * will likely fail at run time are findings of severity `warning` and do not fail it. Code of more than 1,048,576
 * characters, or nested deeper than the parser follows but not past the limits of Python's own grammar, is
 * `not_checked` for the cause `limit`: some compiler may accept it.
 *
 * @throws {MettleError} `requirements/unknown_engine` for another `compileWith`.
 */
export function PythonSyntaxValid(options: PythonSyntaxOptions = {}): Requirement {
  checkPythonSyntaxOptions(options);
  const { compileWith } = options;
  if (compileWith !== undefined && !COMPILING_ENGINES.includes(compileWith)) throw noCompiler(compileWith);
  const requirement = createRequirement({
    name: 'PythonSyntaxValid',
    description: 'The code is valid Python 3.',
    how: 'parsed by a Python parser, with the compiler errors that need no run',
    follows: ['PythonCodeExtraction'],
    ...commonOptions(options),
    recipe: { make: 'PythonSyntaxValid', options: {} },
    memoise: true,
    validate(artefact) {
      const found = writtenCodeOf(artefact, 'syntax validation');
      return 'missing' in found ? found.missing : judgeSyntax(found.code);
    },
  });
  if (compileWith === undefined) return requirement;
  return createRequirement({
    name: 'PythonSyntaxValid',
    description: requirement.description,
    how: `compiled by CPython in a sandbox (${compileWith}), after a look by a Python parser`,
    follows: requirement.follows,
    ...commonOptions(options),
    engine: compileWith,
    memoise: true,
    async validate(artefact, context) {
      const found = writtenCodeOf(artefact, 'syntax validation');
      if ('missing' in found) return found.missing;
      const own = isReadElsewhere(artefact)
        ? await judgeElsewhere(requirement, artefact)
        : judgeSyntax(found.code);
      return own.cause === 'limit' ? own : judgeByCompile(found.code, own, compileWith, context);
    },
  });
}

function judgeSyntax(code: string): Judgement {
  const { status, findings, likelyBugs } = analysePython(code).syntax;
  const [first] = findings;
  if (status === 'valid' || first === undefined)
    return passWith('Syntax is valid.', { findings: likelyBugs });
  if (status === 'unchecked')
    return notChecked(`Syntax not judged: ${describeFinding(first)}`, 'limit', { findings });
  return failWith(`Syntax error at line ${first.line}, column ${first.column}: ${first.message}`, {
    findings,
  });
}

function noCompiler(engine: unknown): MettleError {
  return requirementError(
    'unknown_engine',
    `compileWith must be one of ${COMPILING_ENGINES.join(', ')}, got ${JSON.stringify(engine)}: these have CPython's own compile().`,
  );
}
