import { posix } from 'node:path';
import { defineOptions, option } from '../../core/index.js';
import { type PythonExpression, STANDARD_LIBRARY_MODULES } from '../../python/index.js';
import type { PythonTree } from '../../python/internal.js';
import type { EngineChoice } from '../../sandbox/index.js';
import { SANDBOXED_OPTIONS, type SandboxedOptions, sandboxPlan } from '../behaviour/sandboxed.js';
import { ProgramNames } from '../program/names.js';
import { runsBefore } from '../program/order.js';
import { Reach } from '../program/reach.js';
import { definesMember, tamperingIn } from '../program/tampering.js';
import { textsOf } from '../program/texts.js';
import { treeOf, writtenCodeOf } from '../python/code-of.js';
import { judgeMachineError } from '../python/python-execution-req.js';
import { commonOptions, createRequirement, type Requirement } from '../requirement.js';
import { failWith, type Judgement, notChecked, passWith } from '../verdict.js';
import { isReadElsewhere, judgeElsewhere } from '../worker/judge-large.js';
import { argumentOf } from './call-argument.js';

/** What {@link PlotFileSaved} takes. */
export interface PlotFileSavedOptions extends Omit<SandboxedOptions, 'engine'> {
  /** The path that the plot must be saved to, as the code writes it. */
  readonly outputPath: string;
  /** Where code is run that reading doesn't decide; it needs matplotlib there (`packages`). Default `none`: nowhere. */
  readonly engine?: EngineChoice | 'none';
}

const checkPlotFileSavedOptions = defineOptions<PlotFileSavedOptions>()('PlotFileSaved', {
  ...SANDBOXED_OPTIONS,
  engine: option.oneOf(['monty', 'cpython', 'docker', 'auto', 'none']),
  outputPath: option.required(option.words),
});

/**
 * The code saves a plot to that path with `savefig`: of pyplot, of a figure, or imported by name; the path as a text,
 * as a name that is bound once to one, as a `Path`, or handed to the function that saves. It passes where the call is
 * plainly reached, and fails where it plainly isn't or is of the code's own. Where reading doesn't decide (a call under a condition
 * or in a `try` that goes on after errors, a path that isn't in the source), the code is run and the file looked for, or the verdict is `not_checked` if `engine` is `none`.
 *
 * @throws {MettleError} `core/invalid_option`, or what a sandbox is refused for.
 */
export function PlotFileSaved(options: PlotFileSavedOptions): Requirement {
  checkPlotFileSavedOptions(options);
  const { outputPath, engine = 'none', policy, ...others } = options;
  const plan =
    engine === 'none'
      ? null
      : sandboxPlan({ ...others, engine, policy: { ...policy, artifactExportPaths: [outputPath] } });
  const readable = PlotSavesReadable({ outputPath });
  return createRequirement({
    name: 'PlotFileSaved',
    key: `PlotFileSaved(${outputPath})`,
    description: `The plot is saved with savefig(${JSON.stringify(outputPath)}).`,
    how: `the savefig() calls are read from the source${plan === null ? '' : '; where that does not decide, it is run'}`,
    engine,
    follows: ['PythonCodeExtraction', 'PythonSyntaxValid', ...(plan === null ? [] : ['ImportRestrictions'])],
    ...commonOptions(options),
    // Without a run it reads the reply alone.
    ...(plan === null ? { recipe: { make: 'PlotFileSaved', options: { outputPath } } } : {}),
    memoise: true,
    async validate(artefact, context) {
      const found = writtenCodeOf(artefact, 'the plot check');
      if ('missing' in found) return found.missing;
      const reading =
        plan !== null && isReadElsewhere(artefact)
          ? await judgeElsewhere(readable, artefact)
          : await readable.validate(artefact, context);
      if (reading.verdict !== 'pass') return reading;
      const read = reading.value as Judgement | Undecided;
      if (!('undecided' in read)) return read;
      if (plan === null || !read.canRun)
        return notChecked(`Not known: ${read.undecided}. ${wayOut(outputPath)}`, 'limit');
      if (isOutside(outputPath))
        return notChecked(
          `Not known: ${read.undecided}, and a sandbox hands out no file from ${outputPath}. Give outputPath relative to the working folder.`,
          'limit',
        );
      const execution = await context.python.run(found.code, plan, { signal: context.signal });
      const { error, exported } = execution;
      if (exported.some(({ bytes }) => bytes.length > 0))
        return passWith(`The code was run, and the plot is at ${outputPath}.`);
      const machine = error === null ? null : judgeMachineError(error, plan, 'The code');
      if (machine !== null) return machine;
      if (error?.type === 'ModuleNotFoundError')
        return notChecked(
          `Not known: ${read.undecided}, and running it ended in ${error.message}. ${wayOut(outputPath)}`,
          'limit',
        );
      const why = error === null ? '' : `: it ended with ${error.type}: ${error.message}`;
      return failWith(`The code was run, and no file is at ${outputPath}${why}. ${wayOut(outputPath)}`);
    },
  });
}

/** Wraps the reading in a requirement that always passes, so large replies are read in a worker. Its value is what was read. */
export function PlotSavesReadable({ outputPath }: Pick<PlotFileSavedOptions, 'outputPath'>): Requirement {
  return createRequirement({
    name: 'PlotSavesReadable',
    description: 'The code can be read.',
    recipe: { make: 'PlotSavesReadable', options: { outputPath } },
    validate(artefact) {
      const found = treeOf(artefact, 'the plot check');
      return 'missing' in found ? found.missing : passWith('', { value: readSaves(found.tree, outputPath) });
    },
  });
}

function wayOut(outputPath: string): string {
  return `Call plt.savefig(${JSON.stringify(outputPath)}) once the plot is drawn, outside of conditions and of a try that goes on after errors.`;
}

/** What keeps reading from deciding, and whether a run would. */
interface Undecided {
  readonly undecided: string;
  readonly canRun: boolean;
}

/** The judgement on the calls of `savefig`, or why reading doesn't decide. */
function readSaves(tree: PythonTree, outputPath: string): Judgement | Undecided {
  const names = new ProgramNames(tree);
  const reach = new Reach(names);
  const isOwn = definesMember(names, 'savefig');
  const saves = tree.index
    .ofType('Call')
    .filter(({ func }) => isSavefig(func, names))
    .map((node) => ({ node, reached: reach.of(node) }))
    .filter(({ reached }) => reached !== 'never')
    .map(({ node, reached }) => ({
      node,
      reached,
      texts: textsOf(argumentOf(node, 0, ['fname', 'filename']), names, reach),
    }));
  const [first] = saves;
  if (first === undefined || (isOwn && !importsLibrary(tree))) {
    return failWith(
      `No savefig() call that runs found: save the plot with plt.savefig(${JSON.stringify(outputPath)}).`,
    );
  }
  const wanted = saves.filter(({ texts }) => texts.some((text) => isSamePath(text, outputPath)));
  const changed = isOwn ? first.node : tamperingIn(names, ['savefig']);
  if (wanted.length === 0) {
    const unread = saves.find(({ texts }) => texts.some((text) => text === null || !hasExtension(text)));
    if (unread === undefined)
      return judgeOtherPaths(
        tree,
        first.node,
        saves.flatMap(({ texts }) => texts),
        outputPath,
      );
    return {
      undecided: `the path of the savefig() at line ${unread.node.lineno} cannot be read from the source`,
      canRun: changed === null,
    };
  }
  const sure = wanted.find(({ reached }) => reached === 'surely');
  const removed = sure === undefined ? null : removalAfter(sure.node, outputPath, names, reach);
  if (sure === undefined)
    return {
      undecided: `the savefig() at line ${wanted[0]?.node.lineno} may not be reached`,
      canRun: changed === null,
    };
  if (removed !== null)
    return {
      undecided: `line ${tree.range(removed).line} may remove the file after it is saved`,
      canRun: changed === null,
    };
  if (changed === null) return passWith(`The plot is saved to ${outputPath}.`);
  const { line } = tree.range(changed);
  return { undecided: `the code may give savefig another meaning (line ${line})`, canRun: false };
}

function isSavefig(func: PythonExpression, names: ProgramNames): boolean {
  return func.nodeType === 'Attribute'
    ? func.attr === 'savefig'
    : func.nodeType === 'Name' && /\.savefig$/.test(names.importedPath(func) ?? '');
}

/** Whether two ways to write a path lead to one file: `./plot.png`. */
function isSamePath(text: string | null, outputPath: string): boolean {
  return text !== null && posix.normalize(text) === posix.normalize(outputPath);
}

/** Whether a path leads out of the folder in which the code runs. */
function isOutside(path: string): boolean {
  return posix.isAbsolute(path) || /^\.\.(?:\/|$)/.test(posix.normalize(path));
}

/** Whether matplotlib takes a path as it is; to one without an extension it adds its own. */
function hasExtension(path: string): boolean {
  return posix.extname(path) !== '';
}

/** Functions that take a file away. */
const REMOVERS = /^(?:os\.(?:remove|unlink|rename|renames|replace|truncate)|shutil\.(?:move|rmtree))$/;
/** Methods of a path that do. */
const REMOVING: ReadonlySet<string> = new Set(['unlink', 'rename']);

/** A call that may take the file away once it is saved; null for none. */
function removalAfter(
  save: PythonExpression,
  outputPath: string,
  names: ProgramNames,
  reach: Reach,
): PythonExpression | null {
  const removal = names.tree.index.ofType('Call').find((call) => {
    const { func, args } = call;
    const isFunction = names.pathsOf(func).some((path) => REMOVERS.test(path));
    const isMethod = !isFunction && func.nodeType === 'Attribute' && REMOVING.has(func.attr);
    if (!isFunction && !isMethod) return false;
    if (reach.of(call) === 'never' || runsBefore(call, save, names) === true) return false;
    const path = func.nodeType === 'Attribute' && isMethod ? func.value : args[0];
    // Methods of that name may be of anything: frame.rename(…).
    return textsOf(path ?? null, names, reach).some((text) =>
      text === null ? isFunction : isSamePath(text, outputPath),
    );
  });
  return removal ?? null;
}

/** Whether the code imports anything that isn't of the standard library. */
function importsLibrary({ index }: PythonTree): boolean {
  const modules = [
    ...index.ofType('Import').flatMap(({ names }) => names.map(({ name }) => name)),
    ...index.ofType('ImportFrom').map(({ module }) => module ?? ''),
  ];
  return modules.some((module) => !STANDARD_LIBRARY_MODULES.has(module.split('.', 1)[0] ?? ''));
}

function judgeOtherPaths(
  tree: PythonTree,
  node: PythonExpression,
  paths: readonly (string | null)[],
  outputPath: string,
): Judgement {
  const message = `The plot is saved to ${paths.join(', ')}; required is ${outputPath}.`;
  return failWith(message, {
    findings: [
      {
        ...tree.range(node),
        rule: 'plotting/path',
        severity: 'error',
        message,
        hint: `Write plt.savefig(${JSON.stringify(outputPath)}).`,
      },
    ],
  });
}
