import type { Finding } from '../../python/index.js';
import type { PythonTree } from '../../python/internal.js';
import type { Artefact } from '../artefact.js';
import { treeOf } from '../python/code-of.js';
import {
  type CommonOptions,
  checkCommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, type Judgement, passWith } from '../verdict.js';
import { argumentOf, certainText, type ResolvedCall, resolvedCalls } from './resolved-calls.js';

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
 * `switch_backend`, or by setting `MPLBACKEND`, whatever the modules are called in the code.
 */
export function MatplotlibHeadlessBackend(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'MatplotlibHeadlessBackend');
  return createRequirement({
    name: 'MatplotlibHeadlessBackend',
    description: 'Plots use a headless matplotlib backend: matplotlib.use("Agg") before anything is drawn.',
    how: 'the calls that select a backend are read from the source, aliases followed',
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid'],
    ...commonOptions(options),
    recipe: { make: 'MatplotlibHeadlessBackend', options: options },
    memoise: true,
    validate(artefact) {
      const found = treeOf(artefact, 'the backend check');
      return 'missing' in found ? found.missing : judgeBackend(artefact, found.tree);
    },
  });
}

function judgeBackend(artefact: Artefact, tree: PythonTree): Judgement {
  const selected = resolvedCalls(artefact, tree)
    .filter(({ path }) => SELECTORS.has(path))
    .map((call) => ({
      call,
      backend: certainText(argumentOf(call, 0, ['backend', 'newbackend']), tree),
    }));
  const environment = backendFromEnvironment(tree);
  if (selected.length === 0 && environment === null) {
    return failWith('No matplotlib.use() call found: select a headless backend with matplotlib.use("Agg").', {
      findings: [
        finding(
          'plotting/no-backend',
          { line: 1, column: 1, endLine: 1, endColumn: 1 },
          'No backend is selected.',
        ),
      ],
    });
  }
  for (const { call, backend } of selected) {
    if (backend === null) {
      return wrong(call, tree, 'The backend is non-literal, so it cannot be read from the source.');
    }
    if (!HEADLESS.has(backend.toLowerCase())) {
      return wrong(call, tree, `The backend ${backend} is not headless.`);
    }
  }
  if (environment !== null && !HEADLESS.has(environment.toLowerCase())) {
    return failWith(`The backend ${environment} in MPLBACKEND is not headless. ${HINT}`);
  }
  return passWith(`The backend ${selected[0]?.backend ?? environment} is headless.`);
}

function wrong(call: ResolvedCall, tree: PythonTree, message: string): Judgement {
  return failWith(`${message} ${HINT}`, {
    findings: [finding('plotting/backend', tree.range(call.node), message)],
  });
}

function finding(
  rule: string,
  { line, column, endLine, endColumn }: Pick<Finding, 'line' | 'column' | 'endLine' | 'endColumn'>,
  message: string,
): Finding {
  return { rule, severity: 'error', line, column, endLine, endColumn, message, hint: HINT };
}

/** What the code assigns to `os.environ["MPLBACKEND"]`, or sets with `os.environ.setdefault`; null for nothing. */
function backendFromEnvironment(tree: PythonTree): string | null {
  for (const assignment of tree.index.ofType('Assign')) {
    const [target] = assignment.targets;
    if (target?.nodeType !== 'Subscript') continue;
    if (certainText(target.slice, tree) === 'MPLBACKEND') return certainText(assignment.value, tree);
  }
  for (const { func, args } of tree.index.ofType('Call')) {
    const isSetter = func.nodeType === 'Attribute' && ['setdefault', 'putenv'].includes(func.attr);
    if (isSetter && certainText(args[0] ?? null, tree) === 'MPLBACKEND')
      return certainText(args[1] ?? null, tree);
  }
  return null;
}
