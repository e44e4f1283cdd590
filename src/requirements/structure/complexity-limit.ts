import { defineOptions, option } from '../../core/index.js';
import { counted } from '../../core/internal.js';
import type { Finding, PythonFunction, PythonNode } from '../../python/index.js';
import { descendants, type PythonTree } from '../../python/internal.js';
import { requirementError } from '../error-codes.js';
import { treeOf } from '../python/code-of.js';
import {
  COMMON_OPTIONS,
  type CommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, passWith } from '../verdict.js';

/** What {@link ComplexityLimit} takes: at least one limit. What is left out is not limited. */
export interface ComplexityLimitOptions extends CommonOptions {
  /** Lines of code in all, blank lines and comments not counted. */
  readonly maxLines?: number;
  /** Cyclomatic complexity of each function (T. J. McCabe, 1976): 1 and one for each branch. */
  readonly maxComplexity?: number;
  /** Loops, branches, `with` and `try` inside each other. */
  readonly maxNesting?: number;
}

const checkComplexityLimitOptions = defineOptions<ComplexityLimitOptions>()('ComplexityLimit', {
  ...COMMON_OPTIONS,
  maxLines: option.wholeNumber(1),
  maxComplexity: option.wholeNumber(1),
  maxNesting: option.wholeNumber(1),
});

const BRANCHES: ReadonlySet<PythonNode['nodeType']> = new Set([
  'If',
  'For',
  'AsyncFor',
  'While',
  'IfExp',
  'ExceptHandler',
  'Comprehension',
  'Assert',
]);
const NESTS: ReadonlySet<PythonNode['nodeType']> = new Set([
  'If',
  'For',
  'AsyncFor',
  'While',
  'With',
  'AsyncWith',
  'Try',
  'TryStar',
  'Match',
]);

/**
 * The code stays under limits of length, complexity and nesting. Read from the source.
 *
 * @throws {MettleError} `core/invalid_option`; `requirements/none` without a limit.
 */
export function ComplexityLimit(options: ComplexityLimitOptions): Requirement {
  checkComplexityLimitOptions(options);
  const { maxLines, maxComplexity, maxNesting } = options;
  const words = [
    maxLines === undefined ? [] : `at most ${counted(maxLines, 'line')} of code`,
    maxComplexity === undefined ? [] : `a cyclomatic complexity of at most ${maxComplexity} in each function`,
    maxNesting === undefined ? [] : `at most ${counted(maxNesting, 'level')} of nesting`,
  ].flat();
  if (words.length === 0) {
    throw requirementError(
      'none',
      'ComplexityLimit without a limit would pass any code. Set maxLines, maxComplexity or maxNesting.',
    );
  }
  return createRequirement({
    name: 'ComplexityLimit',
    description: `The code has ${words.join(', ')}.`,
    how: 'lines, branches and nesting are counted in the source',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    ...commonOptions(options),
    recipe: { make: 'ComplexityLimit', options: options },
    memoise: true,
    validate(artefact) {
      const found = treeOf(artefact, 'the complexity check');
      if ('missing' in found) return found.missing;
      const { tree } = found;
      const findings: Finding[] = [];
      const lines = countLines(found.code);
      if (maxLines !== undefined && lines > maxLines) {
        findings.push(
          complaint(
            tree,
            tree.module,
            'lines',
            `The code has ${counted(lines, 'line')}; at most ${maxLines} ${maxLines === 1 ? 'is' : 'are'} allowed.`,
          ),
        );
      }
      for (const definition of functionsOf(tree)) {
        const complexity = complexityOf(definition);
        if (maxComplexity !== undefined && complexity > maxComplexity) {
          findings.push(
            complaint(
              tree,
              definition,
              'cyclomatic',
              `${definition.name} has a complexity of ${complexity}; at most ${maxComplexity} is allowed.`,
            ),
          );
        }
      }
      const deepest = maxNesting === undefined ? null : deepestNesting(tree);
      if (maxNesting !== undefined && deepest !== null && deepest.depth > maxNesting) {
        findings.push(
          complaint(
            tree,
            deepest.node,
            'nesting',
            `Statements are nested ${deepest.depth} deep; at most ${maxNesting} is allowed.`,
          ),
        );
      }
      return findings.length === 0
        ? passWith('The code is simple enough.')
        : failWith(findings.map(({ message }) => message).join(' '), { findings });
    },
  });
}

function countLines(code: string): number {
  return code.split('\n').filter((line) => !/^\s*(#|$)/.test(line)).length;
}

function functionsOf({ index }: PythonTree): readonly PythonFunction[] {
  return [...index.ofType('FunctionDef'), ...index.ofType('AsyncFunctionDef')];
}

function complexityOf(definition: PythonFunction): number {
  let complexity = 1;
  for (const node of descendants(definition)) {
    if (BRANCHES.has(node.nodeType)) complexity++;
    else if (node.nodeType === 'BoolOp') complexity += node.values.length - 1;
    else if (node.nodeType === 'Match') complexity += node.cases.length;
  }
  return complexity;
}

function deepestNesting({ index }: PythonTree): { readonly node: PythonNode; readonly depth: number } | null {
  const depths = new Map<PythonNode, number>();
  let deepest: { readonly node: PythonNode; readonly depth: number } | null = null;
  for (const node of descendants(index.root)) {
    const parent = index.parent(node);
    const above = parent === undefined ? 0 : (depths.get(parent) ?? 0);
    const isFunction = node.nodeType === 'FunctionDef' || node.nodeType === 'AsyncFunctionDef';
    const depth = isFunction ? 0 : above + (NESTS.has(node.nodeType) && !isElseIf(node, parent) ? 1 : 0);
    depths.set(node, depth);
    if (depth > (deepest?.depth ?? 0)) deepest = { node, depth };
  }
  return deepest;
}

/** `elif` is an `If` that is all there is in the `else` of another, at the same column. */
function isElseIf(node: PythonNode, parent: PythonNode | undefined): boolean {
  return (
    node.nodeType === 'If' &&
    parent?.nodeType === 'If' &&
    parent.orelse?.length === 1 &&
    parent.orelse[0] === node &&
    node.col_offset === parent.col_offset
  );
}

function complaint(tree: PythonTree, node: PythonNode, rule: string, message: string): Finding {
  const { line, column } = tree.range(node);
  return {
    rule: `complexity/${rule}`,
    severity: 'error',
    line,
    column,
    endLine: line,
    endColumn: column,
    message,
    hint: 'Split it into smaller functions, or simplify it.',
  };
}
