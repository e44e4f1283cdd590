import { defineOptions, option } from '../../core/index.js';
import type { SourceRange } from '../../python/index.js';
import type { PythonTree } from '../../python/internal.js';
import { ProgramNames } from '../program/names.js';
import { treeOf } from '../python/code-of.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, notChecked, passWith } from '../verdict.js';
import { type Binding, finalBindings, type WrittenFunction } from './final-binding.js';
import { FUNCTION_NAME, globalNameOf } from './sandboxed.js';
import { signatureDoubt } from './signature-doubts.js';
import { demandedParameters, type ParameterKind, parametersOf } from './written-signature.js';

/** What {@link FunctionSignature} takes. */
export interface FunctionSignatureOptions extends CommonOptions {
  /** The function's name; `Account.deposit` is a method. */
  readonly functionName: string;
  /**
   * Names of its parameters in order, with their stars: `['x', '*rest']`. One without a mark can be given by position
   * and by name; `/` makes those before it positional-only, `*` those after it keyword-only. Default: any.
   */
  readonly parameters?: readonly string[];
  /** Whether it must be declared with `async`. Default: either. */
  readonly isAsync?: boolean;
}

const checkFunctionSignatureOptions = defineOptions<FunctionSignatureOptions>()('FunctionSignature', {
  ...COMMON_OPTIONS,
  functionName: option.required(FUNCTION_NAME),
  parameters: option.list(option.string),
  isAsync: option.boolean,
});

/**
 * The code defines a function of that name with those parameters. Further parameters are accepted where they have
 * defaults. Read from the syntax tree: what the name is bound to when the code has run counts, so a definition that is
 * deleted, replaced, or stands under a condition that is always false is none. Where conditions leave several
 * definitions possible, each must have those parameters. It's `not_checked` where something in the code may change the function after its
 * definition, in a way that the source doesn't show: a decorator of the code's own, `exec`, `globals()`, `f.__code__`.
 *
 * @throws {MettleError} `core/invalid_option`
 */
export function FunctionSignature(options: FunctionSignatureOptions): Requirement {
  checkFunctionSignatureOptions(options);
  const { functionName: name, parameters, isAsync } = options;
  const shown = `${isAsync === true ? 'async ' : ''}def ${name}(${parameters?.join(', ') ?? '…'})`;
  return createRequirement({
    name: 'FunctionSignature',
    key: `FunctionSignature(${name})`,
    description: `The code defines \`${shown}\`.`,
    names: [globalNameOf(name)],
    how: 'definitions are read from the source',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    notLimitedBy: ['PythonSyntaxValid'],
    ...commonOptions(options),
    recipe: { make: 'FunctionSignature', options: options },
    memoise: true,
    validate(artefact) {
      const found = treeOf(artefact, 'the signature check');
      if ('missing' in found) return found.missing;
      const names = new ProgramNames(found.tree);
      const bindings = [...finalBindings(names, name)];
      const functions = bindings.filter(isFunction);
      if (functions.length === 0) return failWith(`The code does not define ${shown}${whyNot(bindings)}.`);
      const wrongs = functions.map((each) => differenceOf(each, parameters, isAsync));
      const at = wrongs.findIndex((each) => each !== null);
      const definition = functions[at];
      const wrong = wrongs[at];
      if (definition === undefined || !wrong) {
        const doubt = signatureDoubt(names, name, bindings);
        if (doubt === null) return passWith(`${name} is defined as required.`);
        const { line } = found.tree.range(doubt.node);
        return notChecked(
          `Not known: ${doubt.why} (line ${line}). Define ${shown} once, at the top level, and leave it as it is.`,
          'limit',
        );
      }
      const { line, column, endLine, endColumn } = headerRange(found.tree, definition);
      return failWith(`${name} ${wrong}; required is ${shown}.`, {
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

function isFunction(binding: Binding): binding is WrittenFunction {
  return binding !== null && binding.nodeType !== 'ClassDef';
}

function whyNot(bindings: readonly Binding[]): string {
  if (bindings.length === 0) return '';
  return bindings.includes(null) ? ': in the end the name is bound to something else' : ': it is a class';
}

/** The header of a definition: from `def` or `async` to before the body. */
function headerRange(tree: PythonTree, definition: WrittenFunction): SourceRange {
  const range = tree.range(definition);
  if (definition.nodeType === 'Lambda') return range;
  const [first] = definition.body;
  const start = tree.start(definition);
  const header = tree.code.slice(start, first === undefined ? undefined : tree.start(first));
  const colon = header.lastIndexOf(':');
  return tree.lines.range(start, colon < 0 ? start + header.length : start + colon);
}

const KINDS: Readonly<Record<ParameterKind, string>> = {
  plain: 'one that takes its argument by position and by name',
  positional_only: 'positional-only',
  keyword_only: 'keyword-only',
  rest: 'one that takes the other positional arguments',
  keywords: 'one that takes the other named arguments',
};

function differenceOf(
  definition: WrittenFunction,
  parameters: readonly string[] | undefined,
  isAsync: boolean | undefined,
): string | null {
  if (isAsync !== undefined && isAsync !== (definition.nodeType === 'AsyncFunctionDef')) {
    return isAsync ? 'is not declared with async' : 'is declared with async';
  }
  if (parameters === undefined) return null;
  const own = parametersOf(definition);
  const wanted = demandedParameters(parameters);
  // What takes other arguments may stand between: it demands nothing of a caller.
  const rest = [...own];
  for (const demand of wanted) {
    while (rest[0]?.kind === 'rest' && demand.kind !== 'rest' && demand.kind !== 'plain') rest.shift();
    const next = rest[0];
    if (next === undefined) return `has no parameter ${demand.name}`;
    if (next.name !== demand.name) return `has the parameter ${next.name} where ${demand.name} is required`;
    if (next.kind !== demand.kind)
      return `has ${demand.name} as ${KINDS[next.kind]}, where ${KINDS[demand.kind]} is required`;
    rest.shift();
  }
  const extra = rest.find(({ hasDefault }) => !hasDefault);
  return extra === undefined ? null : `has a further parameter ${extra.name} without a default`;
}
