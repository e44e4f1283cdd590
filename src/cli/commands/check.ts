import type { Checker, Requirement, StdioCase } from '../../requirements/index.js';
import type { EngineChoice } from '../../sandbox/index.js';
import type { CheckedFile } from '../check/check-document.js';
import type { CommandCall, CommandDefinition, CommandIo, CommandOutcome } from '../command.js';
import { commaList, oneOf, positiveNumber, usageError, wholeNumber } from '../parse-option.js';
import { packagesOption } from '../run/packages-option.js';

const FORMATS = ['text', 'sarif', 'github', 'json'] as const;
const DEFAULT_OUTPUT_LIMIT = 10_000;
const DEFAULT_TIMEOUT = 5;
/** Options that mean nothing unless the code is run, and what each says. */
const RUN_OPTIONS = {
  engine: '--engine applies to the run',
  packages: '--packages applies to the run',
  timeout: '--timeout applies to the run',
  outputLimit: '--output-limit applies to the run',
  cases: '--cases are runs',
} as const;
const COMPARISONS = ['exact', 'tokens', 'floats'] as const;
const ENGINES = ['auto', 'monty', 'cpython', 'docker'] as const;

/** `mettle check`: Python code, or a model's reply that holds code, against the requirement bundle. */
export const checkCommand: CommandDefinition = {
  name: 'check',
  args: '<file...>',
  summary: "check Python code, or a model's reply that holds code; - is standard input",
  example: 'npx --no mettle check answer.md --allow-import json,math --execute',
  options: [
    {
      flags: '--allow-import <modules>',
      description: 'modules that may be imported, separated by commas; default: all',
      parse: commaList,
    },
    { flags: '--no-imports', description: 'no module may be imported' },
    { flags: '--warn-imports', description: 'report other imports as advice instead of failing' },
    { flags: '--compile', description: "also ask CPython's own compile(), in a sandbox" },
    { flags: '--types', description: "also check types, with Monty's type checker" },
    { flags: '--execute', description: 'also run the code, in a sandbox' },
    {
      flags: '--engine <engine>',
      description: 'sandbox to run it in: auto, monty, cpython or docker; default: auto',
      parse: oneOf('--engine', ENGINES),
    },
    {
      flags: '--packages <dir>',
      description: 'folder of installed packages to import from: a virtual environment, or site-packages',
    },
    {
      flags: '--output-limit <chars>',
      description: `characters that the code may print; default: ${DEFAULT_OUTPUT_LIMIT}`,
      parse: wholeNumber('--output-limit', 1),
    },
    {
      flags: '--timeout <seconds>',
      description: `seconds that the code may run; default: ${DEFAULT_TIMEOUT}`,
      parse: positiveNumber('--timeout'),
    },
    {
      flags: '--cases <file>',
      description:
        'JSON file of [{"stdin": "1 2", "stdout": "3"}, …]: run the program on each, and compare what it prints',
    },
    {
      flags: '--compare <how>',
      description: 'how --cases compares output: exact, tokens or floats; default: tokens',
      parse: oneOf('--compare', COMPARISONS),
    },
    {
      flags: '--format <format>',
      description: 'text, sarif, github or json',
      default: 'text',
      parse: oneOf('--format', FORMATS),
    },
  ],
  run: checkFiles,
};

async function checkFiles(call: CommandCall, io: CommandIo): Promise<CommandOutcome> {
  const options = readOptions(call, io);
  const { createChecker } = await import('../../requirements/index.js');
  const { readCheckInput } = await import('../check/read-check-input.js');
  const { reportInFlagWords } = await import('../check/report-in-flag-words.js');
  const bundle = await requirementsOf(options);
  const requirements = await withCases(bundle, options, call, io);
  await using checker: Checker = createChecker({ requirements, ...packagesOption(call, io) });
  const checked: CheckedFile[] = [];
  for (const argument of call.args) {
    if (io.signal.aborted) break;
    const input = await readCheckInput(argument, io);
    const { signal } = io;
    const report = input.isSource
      ? await checker.checkCode(input.text, { signal })
      : await checker.check(input.text, { signal });
    checked.push({ input, report: reportInFlagWords(report) });
    if (call.args.length > 1) {
      io.progress({ stage: 'check', done: checked.length, total: call.args.length, note: argument });
    }
  }
  return outcomeOf(checked, options.format, io);
}

/** The requirements; with `--cases`, the runs on them in place of one without input. */
async function withCases(
  requirements: readonly Requirement[],
  { engine, timeoutSeconds, allowedImports, warnImports }: ReadOptions,
  { options }: CommandCall,
  io: CommandIo,
): Promise<readonly Requirement[]> {
  const { cases: file, compare } = options as {
    readonly cases?: string;
    readonly compare?: (typeof COMPARISONS)[number];
  };
  if (file === undefined && compare !== undefined) throw usageError('--compare applies to --cases: add it.');
  if (file === undefined || engine === 'none') return requirements;
  const { readTextInput } = await import('../read-text-input.js');
  const { StdioPass } = await import('../../requirements/index.js');
  const stdio = StdioPass({
    cases: parseCases(file, await readTextInput(file, io)),
    engine,
    timeoutSeconds,
    allowedImports: warnImports ? null : allowedImports,
    ...(compare === undefined ? {} : { compare }),
  });
  return requirements.map((each) => (each.name === 'PythonExecutionReq' ? stdio : each));
}

function parseCases(file: string, text: string): readonly StdioCase[] {
  let cases: unknown;
  try {
    cases = JSON.parse(text);
  } catch {
    // Told below.
  }
  const isCase = (each: unknown): boolean => {
    const { stdin, stdout } = (each ?? {}) as Readonly<Record<string, unknown>>;
    return typeof stdin === 'string' && typeof stdout === 'string';
  };
  if (Array.isArray(cases) && cases.length > 0 && cases.every(isCase)) {
    return cases.map(({ stdin, stdout }: StdioCase) => ({ stdin, stdout }));
  }
  throw usageError(`--cases takes a JSON file such as [{"stdin": "1 2", "stdout": "3"}]; ${file} is none.`);
}

interface ReadOptions {
  readonly allowedImports: readonly string[] | null;
  readonly warnImports: boolean;
  readonly types: boolean;
  readonly compile: boolean;
  readonly engine: EngineChoice | 'none';
  readonly outputLimitChars: number;
  readonly timeoutSeconds: number;
  readonly format: (typeof FORMATS)[number];
}

function readOptions({ args, options }: CommandCall, io: CommandIo): ReadOptions {
  const allowed = options.allowImport as readonly string[] | undefined;
  const noImports = options.imports === false;
  if (noImports && allowed !== undefined) {
    throw usageError('--allow-import and --no-imports contradict each other: give one of them.');
  }
  const warnImports = options.warnImports === true;
  if (warnImports && !noImports && allowed === undefined) {
    throw usageError(
      '--warn-imports turns forbidden imports into advice, and none are forbidden: add --allow-import or --no-imports.',
    );
  }
  const format = options.format as ReadOptions['format'];
  if (io.json && format !== 'json' && format !== 'text') {
    throw usageError(`--json and --format ${format} contradict each other: give one of them.`);
  }
  if (args.filter((argument) => argument === '-').length > 1) {
    throw usageError('- is standard input, which can be read only once: name it once.');
  }
  const engine = options.engine as EngineChoice | undefined;
  for (const [name, words] of Object.entries(RUN_OPTIONS)) {
    if (options[name] !== undefined && options.execute !== true) throw usageError(`${words}: add --execute.`);
  }
  return {
    allowedImports: noImports ? [] : (allowed ?? null),
    warnImports,
    types: options.types === true,
    compile: options.compile === true,
    engine: options.execute === true ? (engine ?? 'auto') : 'none',
    outputLimitChars: (options.outputLimit as number | undefined) ?? DEFAULT_OUTPUT_LIMIT,
    timeoutSeconds: (options.timeout as number | undefined) ?? DEFAULT_TIMEOUT,
    format,
  };
}

async function requirementsOf({
  types,
  compile,
  format: _format,
  ...options
}: ReadOptions): Promise<readonly Requirement[]> {
  const { PythonSyntaxValid, TypesHold } = await import('../../requirements/index.js');
  const compileWith = options.engine === 'docker' ? 'docker' : 'cpython';
  const bundle = (await bundleOf(options)).map((requirement) =>
    compile && requirement.name === 'PythonSyntaxValid' ? PythonSyntaxValid({ compileWith }) : requirement,
  );
  return types ? [...bundle, TypesHold()] : bundle;
}

/** The bundle; with imports as advice, the run itself is free to import. */
async function bundleOf({
  warnImports,
  allowedImports,
  ...options
}: Omit<ReadOptions, 'types' | 'compile' | 'format'>): Promise<readonly Requirement[]> {
  const { ImportRestrictions, pythonCodeGenerationRequirements } = await import(
    '../../requirements/index.js'
  );
  if (!warnImports || allowedImports === null) {
    return pythonCodeGenerationRequirements({ ...options, allowedImports });
  }
  const [extraction, syntax, execution] = pythonCodeGenerationRequirements(options);
  return [extraction, syntax, execution, ImportRestrictions({ allowedImports, severity: 'should' })];
}

async function outcomeOf(
  checked: readonly CheckedFile[],
  format: ReadOptions['format'],
  io: CommandIo,
): Promise<CommandOutcome> {
  const { checkDocument } = await import('../check/check-document.js');
  const document = checkDocument(checked);
  return { exitCode: exitCodeOf(checked), document, text: await render(checked, format, document, io) };
}

async function render(
  checked: readonly CheckedFile[],
  format: ReadOptions['format'],
  document: unknown,
  io: CommandIo,
): Promise<string> {
  switch (format) {
    case 'json':
      return JSON.stringify(document, null, 2);
    case 'github':
      return (await import('../check/render-github.js')).renderGithub(checked);
    case 'sarif': {
      const { packageVersion } = await import('../../core/internal.js');
      const { sarifLog } = await import('../check/render-sarif.js');
      return JSON.stringify(sarifLog(checked, packageVersion()), null, 2);
    }
    case 'text':
      return (await import('../check/render-text.js')).renderCheckText(checked, io.colour);
  }
}

/** A failed requirement is a no; a check that this machine could not carry out is the machine's lack. */
function exitCodeOf(checked: readonly CheckedFile[]): CommandOutcome['exitCode'] {
  const results = checked
    .flatMap(({ report }) => report.results)
    .filter(({ severity }) => severity === 'must');
  if (results.some(({ verdict }) => verdict === 'fail')) return 1;
  if (results.some(({ verdict, cause }) => verdict === 'error' || cause === 'engine')) return 3;
  return checked.every(({ report }) => report.ok) ? 0 : 1;
}
