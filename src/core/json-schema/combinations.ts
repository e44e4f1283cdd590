import { isJsonObject } from '../json.js';
import { startOf } from '../text/start-of.js';
import { below, invalidSchema, type Keyword, type KeywordContext } from './compile.js';
import { branchChooser } from './discriminator.js';
import { listOf, membersOf } from './keyword-values.js';
import { describeProblem, type Place, pathOf, type Reported } from './problem.js';
import type { Run, SchemaNode } from './run.js';

const reference: Keyword = (value, { compiler, schema, pointer }) => {
  if (typeof value !== 'string') throw invalidSchema(pointer, '$ref has to be a string');
  const node = compiler.target(value, schema, pointer);
  return (found, at, run, seen) => run.join(node, found, at, seen);
};

/** Which schema a dynamic reference names may change from use to use; where it can't, it is a plain reference. */
const dynamicReference: Keyword = (value, context) => {
  const name = String(value).replace(/^.*#/s, '');
  if (context.compiler.dynamicAnchors(name) > 1) {
    const anchor = name === '' ? '$recursiveAnchor' : `$dynamicAnchor ${name}`;
    throw invalidSchema(context.pointer, `several schemas have the ${anchor}; use $ref`);
  }
  return reference(value, context);
};

function branchesOf(name: string, value: unknown, context: KeywordContext): readonly SchemaNode[] {
  const list = listOf(value, name, context);
  if (list.length === 0) throw invalidSchema(context.pointer, `${name} has to have a schema`);
  return list.map((schema, i) => context.compiler.node(schema, below(context.pointer, name, i)));
}

const allOf: Keyword = (value, context) => {
  const branches = branchesOf('allOf', value, context);
  return (found, at, run, seen) => {
    let valid = true;
    for (const branch of branches) {
      if (!run.join(branch, found, at, seen)) valid = false;
      if (!valid && !run.explains) return false;
    }
    return valid;
  };
};

const anyOf: Keyword = (value, context) => {
  const branches = branchesOf('anyOf', value, context);
  const mayFit = branchChooser(value, branches);
  return (found, at, run, seen) => {
    let fits = false;
    for (const branch of mayFit(found)) {
      if (!run.fits(branch, found, seen)) continue;
      if (seen === null) return true;
      fits = true;
    }
    return fits || reportClosest('anyOf', branches, found, at, run);
  };
};

const oneOf: Keyword = (value, context) => {
  const branches = branchesOf('oneOf', value, context);
  const mayFit = branchChooser(value, branches);
  return (found, at, run, seen) => {
    const fits = mayFit(found).filter((branch) => run.fits(branch, found, seen));
    if (fits.length === 1) return true;
    if (fits.length === 0) return reportClosest('oneOf', branches, found, at, run);
    return run.report(at, 'oneOf', () => {
      const shapes = branches.flatMap((branch, i) => (fits.includes(branch) ? [i + 1] : []));
      return `must fit one shape alone, but fits shapes ${shapes.join(' and ')}`;
    });
  };
};

/** Shapes within shapes of which it is still said what they lack. */
const MAX_NESTING = 2;

/** Of the shapes a value fits none of, says what the closest lacks. */
function reportClosest(
  keyword: string,
  branches: readonly SchemaNode[],
  found: unknown,
  at: Place | null,
  run: Run,
): false {
  if (!run.explains) return false;
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) {
    run.problems.push(...run.problemsOf(only, found, at).slice(0, 5));
    return false;
  }
  const words = `fits none of its ${branches.length} shapes`;
  const failures = run.deeper(MAX_NESTING, () => branches.map((branch) => run.problemsOf(branch, found, at)));
  if (failures === null) return run.report(at, keyword, () => words);
  const distances = failures.map((problems) => distance(problems, at));
  const closest = distances.indexOf(Math.min(...distances));
  const problems = failures[closest] ?? [];
  return run.report(at, keyword, () => {
    const depth = pathOf(at).length;
    const lines = problems.slice(0, 3).map((problem) => {
      const path = pathOf(problem.at).slice(depth);
      return describeProblem({ ...problem, path, message: problem.message() }, 'it');
    });
    return startOf(`${words}; the closest is shape ${closest + 1}, but ${lines.join('; ')}`, 1_000);
  });
}

/** A wrong type says another shape was meant, and so does a wrong constant of a member. */
function distance(problems: readonly Reported[], at: Place | null): number {
  return problems.reduce((sum, problem) => {
    const { keyword } = problem;
    if (problem.at === at && ['type', 'const', 'enum'].includes(keyword)) return sum + 1_000;
    return sum + (keyword === 'const' && problem.at !== null && problem.at.above === at ? 100 : 1);
  }, 0);
}

const not: Keyword = (value, { compiler, pointer }) => {
  const node = compiler.node(value, below(pointer, 'not'));
  return (found, at, run) =>
    !run.fits(node, found, null) || run.report(at, 'not', () => 'is of a kind that is not allowed');
};

const condition: Keyword = (value, { compiler, schema, pointer }) => {
  const test = compiler.node(value, below(pointer, 'if'));
  const branch = (name: 'then' | 'else') =>
    Object.hasOwn(schema, name) ? compiler.node(schema[name], below(pointer, name)) : null;
  const yes = branch('then');
  const no = branch('else');
  return (found, at, run, seen) => {
    const next = run.fits(test, found, seen) ? yes : no;
    return next === null || run.join(next, found, at, seen);
  };
};

const dependentSchemas: Keyword = (value, context) => {
  const rules = membersOf(value, 'dependentSchemas', context).map(
    ([name, schema]) =>
      [name, context.compiler.node(schema, below(context.pointer, 'dependentSchemas', name))] as const,
  );
  return (found, at, run, seen) => {
    if (!isJsonObject(found)) return true;
    let valid = true;
    run.spend(rules.length >> 2);
    for (const [name, node] of rules) {
      if (Object.hasOwn(found, name) && !run.join(node, found, at, seen)) valid = false;
    }
    return valid;
  };
};

/** The keywords that apply schemas to the value itself. */
export const COMBINATIONS: readonly (readonly [string, Keyword])[] = [
  ['$ref', reference],
  ['$dynamicRef', dynamicReference],
  // The dynamic reference of draft 2019-09.
  ['$recursiveRef', dynamicReference],
  ['allOf', allOf],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['not', not],
  ['if', condition],
  ['dependentSchemas', dependentSchemas],
];
