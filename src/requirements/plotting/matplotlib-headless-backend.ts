import type { Finding, PythonExpression, PythonNode } from '../../python/index.js';
import { type PythonTree, stringValue } from '../../python/internal.js';
import { ProgramNames } from '../program/names.js';
import { runsBefore } from '../program/order.js';
import { Reach } from '../program/reach.js';
import { type Reached, worst } from '../program/reached.js';
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
  const read = new Set<PythonNode>();
  for (const [node, value, isOfEnvironment] of [...selectingCalls(names), ...settings(names)]) {
    read.add(node);
    const order = isOfEnvironment ? beforeImports(node, names, reach) : 'surely';
    const reached = worst([reach.of(node), order]);
    if (reached === 'never') continue;
    const texts = textsOf(value, names, reach);
    for (const backend of texts) selections.push({ node, backend, reached });
  }
  const [first] = selections;
  if (first === undefined) {
    const mention = mentionIn(names, read);
    if (mention !== null)
      return notChecked(`Not known: line ${tree.range(mention).line} may select a backend. ${HINT}`, 'limit');
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
  let unsure: string | null = null;
  for (const { node, backend, reached } of selections) {
    const { line } = tree.range(node);
    if (backend === null) unsure ??= `the backend in line ${line} cannot be read from the source`;
    else if (HEADLESS.has(backend.toLowerCase())) continue;
    else if (reached === 'surely') return wrong(node, tree, `The backend ${backend} is not headless.`);
    else unsure ??= `the backend ${backend} in line ${line} is not headless, and may not be reached`;
  }
  if (unsure !== null) return notChecked(`Not known: ${unsure}. ${HINT}`, 'limit');
  const sure = selections.find(({ reached }) => reached === 'surely');
  if (sure === undefined)
    return notChecked(`Not known: line ${tree.range(first.node).line} may not be reached. ${HINT}`, 'limit');
  const changed = MEMBERS.some((member) => assignsMember(names, member))
    ? sure.node
    : tamperingIn(names, MEMBERS);
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

/** What selects a backend, its name, and whether it is by the environment. */
type Setting = readonly [PythonExpression, PythonExpression | null, boolean];

/** Calls of functions that select a backend, each with the backend's name. */
function* selectingCalls(names: ProgramNames): Generator<Setting> {
  for (const node of names.tree.index.ofType('Call'))
    if (SELECTORS.has(names.importedPath(node.func) ?? ''))
      yield [node, argumentOf(node, 0, ['backend', 'newbackend']), false];
}

/** Settings of `MPLBACKEND` in `os.environ`, and of `backend` in `rcParams`. */
function* settings(names: ProgramNames): Generator<Setting> {
  const { tree } = names;
  for (const { targets, value } of tree.index.ofType('Assign')) {
    const [target] = targets;
    if (target?.nodeType !== 'Subscript') continue;
    const path = names.importedPath(target.value) ?? '';
    const key = stringValue(target.slice);
    if (path === 'os.environ' && key === 'MPLBACKEND') yield [target, value, true];
    if (/^(?:matplotlib(?:\.pyplot)?|pylab)\.rcParams$/.test(path) && key === 'backend')
      yield [target, value, false];
  }
  for (const node of tree.index.ofType('Call')) {
    const [key, value] = node.args;
    if (!ENVIRONMENT_SETTERS.has(names.importedPath(node.func) ?? '')) continue;
    if (key !== undefined && stringValue(key) === 'MPLBACKEND') yield [node, value ?? null, true];
  }
}

/** The environment is read when matplotlib is imported: whether a setting is run before that. */
function beforeImports(node: PythonExpression, names: ProgramNames, reach: Reach): Reached {
  return worst(
    importsOfPlots(names.tree).map((each) => {
      const reached = reach.of(each);
      const isBefore = reached === 'never' || runsBefore(node, each, names);
      if (isBefore === true) return 'surely';
      return isBefore === false && reached === 'surely' ? 'never' : 'maybe';
    }),
  );
}

const ENVIRONMENT_SETTERS: ReadonlySet<string> = new Set(['os.environ.setdefault', 'os.putenv']);
/** What code would have to assign to, to make a selection of a backend do nothing. */
const MEMBERS: readonly string[] = ['use', 'switch_backend', 'environ', 'rcParams'];

/** The imports of matplotlib, or of what imports it. */
function importsOfPlots({ index }: PythonTree): readonly PythonNode[] {
  const isPlot = (module: string): boolean => /^(?:matplotlib|pylab|seaborn)\b/.test(module);
  return [
    ...index.ofType('Import').filter(({ names }) => names.some(({ name }) => isPlot(name))),
    ...index.ofType('ImportFrom').filter(({ module }) => isPlot(module ?? '')),
  ];
}

/** What may select a backend in a way that isn't read; null for nothing of the kind. */
function mentionIn({ tree }: ProgramNames, read: ReadonlySet<PythonNode>): PythonNode | null {
  const { index } = tree;
  const isUnread = (node: PythonNode): boolean => !read.has(index.parent(node) ?? node);
  return (
    index
      .ofType('Constant')
      .find((node) => /^(?:MPLBACKEND|backend)$/.test(stringValue(node) ?? '') && isUnread(node)) ??
    index
      .ofType('Keyword')
      .find((node) => /^(?:MPLBACKEND|backend)$/.test(node.arg ?? '') && isUnread(node)) ??
    index.ofType('ImportFrom').find(({ module }) => /\bbackends?\b|backend_/.test(module ?? '')) ??
    null
  );
}
