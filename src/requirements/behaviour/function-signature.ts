import type { DefinitionFact } from '../../python/index.js';
import { readableCodeOf } from '../python/code-of.js';
import { type CommonOptions, commonOptions, defineRequirement, type Requirement } from '../requirement.js';
import { fail, pass } from '../verdict.js';
import { checkFunctionName } from './sandboxed.js';

/** What {@link FunctionSignature} takes. */
export interface FunctionSignatureOptions extends CommonOptions {
  /** The function's name; `Account.deposit` is a method. */
  readonly functionName: string;
  /** Names of its parameters in order, with their stars: `['x', '*rest']`. Default: any. */
  readonly parameters?: readonly string[];
  /** Whether it must be declared with `async`. Default: either. */
  readonly isAsync?: boolean;
}

/**
 * The code defines a function of that name with those parameters. Further parameters are accepted where they have
 * defaults. Read from the source; of several definitions the last counts, as in Python.
 *
 * @throws {MettleError} `requirements/invalid_function`
 */
export function FunctionSignature(options: FunctionSignatureOptions): Requirement {
  const name = checkFunctionName(options.functionName);
  const { parameters, isAsync } = options;
  const shown = `${isAsync === true ? 'async ' : ''}def ${name}(${parameters?.join(', ') ?? '…'})`;
  return defineRequirement({
    name: 'FunctionSignature',
    key: `FunctionSignature(${name})`,
    description: `The code defines \`${shown}\`.`,
    how: 'definitions are read from the source',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    notLimitedBy: ['PythonSyntaxValid'],
    ...commonOptions(options),
    memoise: true,
    validate(artefact) {
      const found = readableCodeOf(artefact, 'the signature check');
      if ('missing' in found) return found.missing;
      const definitions = artefact.facts?.definitions ?? [];
      const definition = definitions.findLast(({ path, kind }) => path === name && kind !== 'class');
      if (definition === undefined) return fail(`The code does not define ${shown}.`);
      const wrong = differenceOf(definition, parameters, isAsync);
      if (wrong === null) return pass(`${name} is defined as required.`);
      const { line, column, endLine, endColumn } = definition;
      return fail(`${name} ${wrong}; required is ${shown}.`, {
        findings: [
          {
            rule: 'function/signature',
            severity: 'error',
            line,
            column,
            endLine,
            endColumn,
            message: `${name} ${wrong}.`,
            hint: `Define it as ${shown}.`,
          },
        ],
      });
    },
  });
}

function differenceOf(
  definition: DefinitionFact,
  parameters: readonly string[] | undefined,
  isAsync: boolean | undefined,
): string | null {
  if (isAsync !== undefined && isAsync !== (definition.kind === 'async_function')) {
    return isAsync ? 'is not declared with async' : 'is declared with async';
  }
  if (parameters === undefined) return null;
  const own = definition.parameters
    .filter((parameter) => parameter !== '/' && parameter !== '*')
    .map((parameter) => ({
      name: /^\**\s*[^\s:=]+/.exec(parameter)?.[0] ?? '',
      hasDefault: parameter.includes('='),
    }));
  for (const [index, wanted] of parameters.entries()) {
    if (own[index]?.name !== wanted) {
      return own[index] === undefined
        ? `has no parameter ${wanted}`
        : `has the parameter ${own[index].name} where ${wanted} is required`;
    }
  }
  const extra = own
    .slice(parameters.length)
    .find((parameter) => !parameter.hasDefault && !parameter.name.startsWith('*'));
  return extra === undefined ? null : `has a further parameter ${extra.name} without a default`;
}
