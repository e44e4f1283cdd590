import { canonicalJson, type Json } from '../../core/index.js';
import { ENTRY_POINT } from '../../training/internal.js';
import type { Expression } from '../language/expression.js';
import type { ValueType } from '../language/value-type.js';
import { docstring } from '../programs/docstring.js';
import { evaluateProgram, type Program } from '../programs/program.js';
import {
  definitionsOf,
  expressionsIn,
  PARAMETER,
  renderExpression,
  renderProgram,
} from '../programs/render-program.js';
import { inputKind } from './input-kind.js';
import { type Kinds, kindOf } from './kind-of.js';
import { loopNames } from './pattern.js';
import { renameItems, substituted } from './rename.js';
import { partName, shareParts } from './share-parts.js';
import { simplify, withFormattedTexts } from './simplify.js';
import { mapTerms, printStatements, type Statement, termsOf, withoutNeedlessTests } from './statement.js';
import { TAKEN_NAMES } from './taken-names.js';
import { freeNames, parseTerm, type Term, termKey } from './term.js';

/** What {@link idiomaticScript} may say beside the program. */
export interface IdiomaticOptions {
  /** One line for the docstring. Default: an example, where a short one is among them. */
  readonly description?: string | undefined;
  readonly examples: readonly { readonly input: Json; readonly output: Json }[];
  /** Other inputs that are of the right kind. */
  readonly inputs?: readonly Json[] | undefined;
}

/**
 * A program as the Python that a person would write: no loops over loops, slices of slices or sums of literals, names
 * by what they stand for, one line of documentation, and a `ValueError` for inputs of another kind than those of the
 * examples. Null where the program has something that cannot be rewritten.
 *
 * It has the value of the plain script wherever both have one; a subscript may raise for lists that are shorter than
 * any example's, or no longer.
 */
export function idiomaticScript(program: Program, options: IdiomaticOptions): string | null {
  const { examples, description, inputs = [] } = options;
  const plain = statementsOf(program);
  if (plain === null) return null;
  const bound = new Set(termsOf(plain).flatMap(({ value }) => [...loopNames(value), ...freeNames(value)]));
  const allInputs = [...examples.map(({ input }) => input), ...inputs];
  const input = inputKind(allInputs, (name) => name !== PARAMETER && bound.has(name));
  const kinds = kindsOf(program, input.type);
  const { imports, helpers } = definitionsOf(program);

  const simple = mapTerms(
    withoutNeedlessTests(
      mapTerms(plain, (value) => simplify(value, kinds)),
      (value) => kindOf(value, kinds) === 'boolean',
    ),
    (value) => simplify(value, kinds),
  );
  const taken = new Set([...TAKEN_NAMES, ...bound, input.name, PARAMETER]);
  const hints = hintsOf(program, kinds);
  const known = new Map(kinds.names);
  const nameFor = (part: Term): string => {
    const name = freeName(hints.get(termKey(part)) ?? partName(part, kinds), taken);
    taken.add(name);
    const type = kindOf(part, { ...kinds, names: known });
    if (type !== null) known.set(name, type);
    return name;
  };
  const shared = shareParts(simple, nameFor);
  const final = { ...kinds, names: known };
  const body = mapTerms(shared, (value) =>
    substituted(
      renameItems(withFormattedTexts(value, final), final, taken),
      new Map([[PARAMETER, input.name]]),
    ),
  );
  const used = printStatements(body, 1);
  return [
    ...imports.map((module) => `import ${module}`),
    ...(imports.length > 0 ? ['', ''] : []),
    ...helpers.flatMap((helper) => [...helper.split('\n'), '', '']),
    `def ${ENTRY_POINT}(${input.name}):`,
    ...docstring(description, examples, (example) => doesAsShown(program, example)),
    ...(input.guard === null || asksForNone(program) ? [] : guardLines(input.name, input.guard)),
    ...used,
    '',
  ].join('\n');
}

function doesAsShown(program: Program, { input, output }: IdiomaticOptions['examples'][number]): boolean {
  const actual = evaluateProgram(program, input);
  return actual !== undefined && canonicalJson(actual) === canonicalJson(output);
}

/** Whether the program has a rule for an input of None, which is of no other kind than those it is for then. */
function asksForNone(program: Program): boolean {
  return expressionsIn(program).some(({ operator }) => operator.name.startsWith(`${PARAMETER} in (None`));
}

function guardLines(name: string, { test, expected }: { test: string; expected: string }): readonly string[] {
  const quote = expected.includes("'") ? '"' : "'";
  return [
    `    if ${test}:`,
    `        raise ValueError(f${quote}expected ${expected}, got {type(${name}).__name__}${quote})`,
  ];
}

/** The program's body; null where a part of it cannot be read back. */
function statementsOf(program: Program): readonly Statement[] | null {
  if (program.kind !== 'if') {
    const value = parseTerm(renderProgram(program).text);
    return value === null ? null : [{ kind: 'return', value }];
  }
  const test = parseTerm(renderExpression(program.test).text);
  const body = statementsOf(program.whenTrue);
  const rest = statementsOf(program.otherwise);
  return test === null || body === null || rest === null ? null : [{ kind: 'if', test, body }, ...rest];
}

/** The types of what the program reads from its input. */
function kindsOf(program: Program, input: ValueType | null): Kinds {
  const names = new Map<string, ValueType>(input === null ? [] : [[PARAMETER, input]]);
  const terms = new Map<string, ValueType>();
  for (const { operator } of expressionsIn(program)) {
    if (operator.leaf === undefined || !operator.readsInput) continue;
    const read = parseTerm(operator.render([]).text);
    if (read !== null && read.kind !== 'name') terms.set(termKey(read), operator.result);
  }
  return { names, terms };
}

/** What the library calls the values of expressions that the program has. */
function hintsOf(program: Program, kinds: Kinds): ReadonlyMap<string, string> {
  const hints = new Map<string, string>();
  for (const expression of expressionsIn(program)) {
    const name = expression.operator.variable;
    if (name === undefined || !/^[a-z_][a-z0-9_]*$/.test(name)) continue;
    const value = parsed(expression);
    if (value !== null) hints.set(termKey(simplify(value, kinds)), name);
  }
  return hints;
}

function parsed(expression: Expression): Term | null {
  return parseTerm(renderExpression(expression).text);
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    if (!taken.has(name)) return name;
  }
}
