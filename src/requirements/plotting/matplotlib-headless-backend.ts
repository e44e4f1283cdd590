import type { Finding, PythonExpression } from '../../python/index.js';
import { type PythonTree, stringValue } from '../../python/internal.js';
import { ProgramNames } from '../program/names.js';
import { Reach } from '../program/reach.js';
import type { Reached } from '../program/reached.js';
import { assignsMember, tamperingIn } from '../program/tampering.js';
import { textsOf } from '../program/texts.js';
import { treeOf } from '../python/code-of.js';
import {
  type CommonOptions,
  checkCommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, type Judgement, notChecked, passWith } from '../verdict.js';
import { argumentOf } from './call-argument.js';

const HEADLESS: ReadonlySet<string> = new Set([
  'agg',
  'cairo',
  'pdf',
  'pgf',
  'ps',
  'svg',
  'template',
  'module://gr.matplotlib.backend_gr',
]);
const SELECTORS: ReadonlySet<string> = new Set([
  'matplotlib.use',
  'matplotlib.pyplot.switch_backend',
  'pylab.switch_backend',
]);
const HINT = 'Write import matplotlib; matplotlib.use("Agg") before the first plot.';

/**
 * The code selects a matplotlib backend that needs no screen, and none that needs one: by `matplotlib.use`, by
 * `switch_backend`, or by setting `MPLBACKEND` or `rcParams`, whatever the modules are called in the code. The selection counts where it's
 * plainly reached; it's `not_checked` where reading doesn't decide that, and none where it never runs.
 */
export function MatplotlibHeadlessBackend(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'MatplotlibHeadlessBackend');
  return createRequirement({
    name: 'MatplotlibHeadlessBackend',
    description: 'Plots use a headless matplotlib backend: matplotlib.use("Agg") before anything is drawn.',
    how: 'what selects a backend is read from the source, aliases followed',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    ...commonOptions(options),
    recipe: { make: 'MatplotlibHeadlessBackend', options: options },
    memoise: true,
    validate(artefact) {
      const found = treeOf(artefact, 'the backend check');
      return 'missing' in found ? found.missing : judgeBackend(found.tree);
    },
  });
}

/** One place that selects a backend; null where its name can't be read off the source. */
interface Selection {
  readonly node: PythonExpression;
  readonly backend: string | null;
  readonly reached: Reached;
}

function judgeBackend(tree: PythonTree): Judgement {
  const names = new ProgramNames(tree);
  const reach = new Reach(names);
  const selections: Selection[] = [];
  for (const [node, value] of [...selectingCalls(names), ...environmentSettings(names)]) {
    const reached = reach.of(node);
    if (reached === 'never') continue;
    const texts = textsOf(value, names, reach);
    for (const backend of texts) selections.push({ node, backend, reached });
  }
  const [first] = selections;
  if (first === undefined) {
    return failWith(
      'No matplotlib.use() call found that runs: select a headless backend with matplotlib.use("Agg").',
      {
        findings: [
          finding(
            'plotting/no-backend',
            { line: 1, column: 1, endLine: 1, endColumn: 1 },
            'No backend is selected.',
          ),
        ],
      },
    );
  }
  for (const { node, backend } of selections) {
    if (backend === null)
      return wrong(node, tree, 'The backend is non-literal, so it cannot be read from the source.');
    if (!HEADLESS.has(backend.toLowerCase()))
      return wrong(node, tree, `The backend ${backend} is not headless.`);
  }
  const sure = selections.find(({ reached }) => reached === 'surely');
  if (sure === undefined)
    return notChecked(`Not known: line ${tree.range(first.node).line} may not be reached. ${HINT}`, 'limit');
  const changed = MEMBERS.some((member) => assignsMember(names, member)) ? sure.node : tamperingIn(names);
  if (changed === null) return passWith(`The backend ${sure.backend} is headless.`);
  return notChecked(
    `Not known: the code may give the modules other meanings (line ${tree.range(changed).line}). ${HINT}`,
    'limit',
  );
}

function wrong(node: PythonExpression, tree: PythonTree, message: string): Judgement {
  return failWith(`${message} ${HINT}`, {
    findings: [finding('plotting/backend', tree.range(node), message)],
  });
}

function finding(
  rule: string,
  { line, column, endLine, endColumn }: Pick<Finding, 'line' | 'column' | 'endLine' | 'endColumn'>,
  message: string,
): Finding {
  return { rule, severity: 'error', line, column, endLine, endColumn, message, hint: HINT };
}

type Setting = readonly [PythonExpression, PythonExpression | null];

/** Calls of functions that select a backend, each with the backend's name. */
function* selectingCalls(names: ProgramNames): Generator<Setting> {
  for (const node of names.tree.index.ofType('Call'))
    if (isImported(node.func, names) && SELECTORS.has(names.pathOf(node.func) ?? ''))
      yield [node, argumentOf(node, 0, ['backend', 'newbackend'])];
}

/**
 * Settings of `MPLBACKEND` in `os.environ`, and of `backend` in `rcParams`. The environment is read when matplotlib is imported: what is
 * set after that selects nothing.
 */
function* environmentSettings(names: ProgramNames): Generator<Setting> {
  const { tree } = names;
  const importLine = Math.min(...importLines(tree));
  for (const { targets, value } of tree.index.ofType('Assign')) {
    const [target] = targets;
    if (target?.nodeType !== 'Subscript' || !isImported(target.value, names)) continue;
    const path = names.pathOf(target.value) ?? '';
    const key = stringValue(target.slice);
    if (path === 'os.environ' && key === 'MPLBACKEND' && tree.range(target).line <= importLine)
      yield [target, value];
    if (/^(?:matplotlib(?:\.pyplot)?|pylab)\.rcParams$/.test(path) && key === 'backend')
      yield [target, value];
  }
  for (const node of tree.index.ofType('Call')) {
    const [key, value] = node.args;
    if (!ENVIRONMENT_SETTERS.has(names.pathOf(node.func) ?? '') || !isImported(node.func, names)) continue;
    if (key !== undefined && stringValue(key) === 'MPLBACKEND' && tree.range(node).line <= importLine)
      yield [node, value ?? null];
  }
}

const ENVIRONMENT_SETTERS: ReadonlySet<string> = new Set(['os.environ.setdefault', 'os.putenv']);
/** What code would have to assign to, to make a selection of a backend do nothing. */
const MEMBERS: readonly string[] = ['use', 'switch_backend', 'environ', 'rcParams'];

/** The lines of the imports of matplotlib that stand at the top. */
function importLines(tree: PythonTree): readonly number[] {
  const isPlot = (module: string): boolean => /^(?:matplotlib|pylab|seaborn)\b/.test(module);
  return tree.module.body.flatMap((node) => {
    const modules =
      node.nodeType === 'Import'
        ? node.names.map(({ name }) => name)
        : node.nodeType === 'ImportFrom'
          ? [node.module ?? '']
          : [];
    return modules.some(isPlot) ? [tree.range(node).line] : [];
  });
}

/** Whether the name that a dotted name begins with is bound by imports alone. */
function isImported(node: PythonExpression, names: ProgramNames): boolean {
  let root = node;
  while (root.nodeType === 'Attribute') root = root.value;
  if (root.nodeType !== 'Name') return false;
  const bindings = names.at(root);
  return bindings.length > 0 && bindings.every(({ kind }) => kind === 'import');
}
