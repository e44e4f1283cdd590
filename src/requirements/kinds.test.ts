import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as requirements from './index.js';
import * as kinds from './kinds.js';
import type { Reply } from './message.js';
import { createChecker } from './pipeline/checker.js';
import type { Requirement } from './requirement.js';
import { MAX_READ_HERE } from './worker/judge-large.js';

const PADDING = 240_000;

/** A requirement, and a reply that passes it and has so many characters to no purpose. */
interface Sample {
  readonly make: () => Requirement;
  readonly reply: (padding: number) => Reply | string;
}

const code = (source: string) => (padding: number) =>
  `\`\`\`python\n${source}\n${'# nothing\n'.repeat(padding / 10)}\`\`\`\n`;
const double = code(
  ['def double(n: int) -> int:', '    """>>> double(2)', '    4', '    """', '    return 2 * n'].join('\n'),
);
const text = (padding: number) => `Fine.${' '.repeat(padding)}`;
const called = (padding: number) => ({
  text: text(padding),
  toolCalls: [{ name: 'look', arguments: { at: 'x' } }],
});
const functionName = 'double';

/** One of each kind. Whoever adds a kind adds it here. */
const SAMPLES: Readonly<Record<keyof typeof kinds, Sample>> = {
  AllOf: { make: () => kinds.AllOf([kinds.PythonSyntaxValid()]), reply: double },
  AnyOf: { make: () => kinds.AnyOf([kinds.PythonSyntaxValid()]), reply: double },
  ComplexityLimit: { make: () => kinds.ComplexityLimit({ maxComplexity: 3 }), reply: double },
  Deterministic: { make: () => kinds.Deterministic(), reply: double },
  DoctestsPass: { make: () => kinds.DoctestsPass(), reply: double },
  ExamplesPass: {
    make: () => kinds.ExamplesPass({ functionName, examples: [{ arguments: [2], result: 4 }] }),
    reply: double,
  },
  FunctionResultType: {
    make: () => kinds.FunctionResultType({ functionName, type: 'int', arguments: [1] }),
    reply: double,
  },
  FunctionSignature: {
    make: () => kinds.FunctionSignature({ functionName, parameters: ['n'] }),
    reply: double,
  },
  ImportRestrictions: { make: () => kinds.ImportRestrictions({ allowedImports: ['math'] }), reply: double },
  JsonOutput: { make: () => kinds.JsonOutput(), reply: (padding) => `{"a":${' '.repeat(padding)}1}` },
  MarkdownList: { make: () => kinds.MarkdownList(), reply: (padding) => '- item\n'.repeat(1 + padding / 7) },
  MarkdownTable: {
    make: () => kinds.MarkdownTable(),
    reply: (padding) => `| a |\n|---|\n${'| b |\n'.repeat(1 + padding / 6)}`,
  },
  MatplotlibHeadlessBackend: { make: () => kinds.MatplotlibHeadlessBackend(), reply: double },
  ModelJudge: {
    make: () => kinds.ModelJudge({ requirement: 'It is fine.', generate: async () => 'yes' }),
    reply: text,
  },
  NoFileUse: { make: () => kinds.NoFileUse(), reply: double },
  NoNetworkUse: { make: () => kinds.NoNetworkUse(), reply: double },
  NoSubprocessUse: { make: () => kinds.NoSubprocessUse(), reply: double },
  Not: { make: () => kinds.Not(kinds.MarkdownTable()), reply: text },
  OutputSizeLimit: { make: () => kinds.OutputSizeLimit({ limitChars: 100 }), reply: double },
  PlotDependenciesAvailable: { make: () => kinds.PlotDependenciesAvailable(), reply: double },
  PlotFileSaved: { make: () => kinds.PlotFileSaved({ outputPath: '/a.png' }), reply: double },
  PropertyHolds: {
    make: () =>
      kinds.PropertyHolds({
        functionName,
        property: 'is even',
        generate: () => [1],
        holds: (_, result) => Number(result) % 2 === 0,
        runs: 2,
      }),
    reply: double,
  },
  PythonCodeExtraction: { make: () => kinds.PythonCodeExtraction(), reply: double },
  PythonExecutionReq: { make: () => kinds.PythonExecutionReq(), reply: double },
  PythonSyntaxValid: { make: () => kinds.PythonSyntaxValid(), reply: double },
  ReplyLength: { make: () => kinds.ReplyLength({ maxChars: 1_000_000 }), reply: text },
  SimpleValidate: { make: () => kinds.SimpleValidate((reply) => reply.startsWith('Fine')), reply: text },
  StdioPass: { make: () => kinds.StdioPass({ cases: [{ stdin: '', stdout: '' }] }), reply: double },
  TestsPass: { make: () => kinds.TestsPass({ tests: 'assert double(1) == 2' }), reply: double },
  TimeBound: {
    make: () => kinds.TimeBound({ functionName, argumentsOf: (n) => [n], sizes: [1, 2], maxSeconds: 5 }),
    reply: double,
  },
  ToolArgument: {
    make: () => kinds.ToolArgument({ argument: 'at', check: (value) => value === 'x' }),
    reply: called,
  },
  TypesHold: { make: () => kinds.TypesHold(), reply: double },
  UsesTool: { make: () => kinds.UsesTool('look'), reply: called },
  Weighted: {
    make: () => kinds.Weighted([{ requirement: kinds.PythonSyntaxValid(), weight: 1 }], { threshold: 0.5 }),
    reply: double,
  },
};

async function judge(make: () => Requirement, reply: Reply | string) {
  const asked = make();
  const others = [kinds.PythonCodeExtraction(), kinds.PythonSyntaxValid(), kinds.PythonExecutionReq()].filter(
    ({ key }) => asked.dependencies.includes(key),
  );
  await using checker = createChecker({ requirements: [...others, asked] });
  const { results } = await checker.check(reply);
  const { verdict, reason, cause } = results.at(-1) ?? {};
  return { verdict, reason, cause };
}

describe('the table of requirements', () => {
  it('has a sample of every kind', () => {
    const missing = Object.keys(kinds).filter((kind) => !Object.hasOwn(SAMPLES, kind));
    expect(missing, 'add one to SAMPLES in this file').toEqual([]);
  });

  it('holds every kind that a recipe in the source names', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url));
    const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) => readFileSync(join(folder, path), 'utf8').match(/(?<=recipe: \{ make: ')\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(8);
    const missing = named.filter(
      (kind) => !['TypesReadable', 'PlotSavesReadable'].includes(kind) && !Object.hasOwn(kinds, kind),
    );
    expect(missing, 'add the kind to src/requirements/kinds.ts').toEqual([]);
  });

  it('is what users get', () => {
    expect(requirements).toMatchObject(kinds);
  });
});

describe('a reply of 240,000 characters', () => {
  it.each(Object.entries(SAMPLES))(
    'has the verdict that a short one has, from %s',
    async (name, { make, reply }) => {
      const short = await judge(make, reply(0));
      const long = reply(PADDING);
      expect((typeof long === 'string' ? long : long.text).length).toBeGreaterThan(MAX_READ_HERE);
      // Whether the machine has matplotlib is no matter here.
      if (name !== 'PlotDependenciesAvailable') expect(short.verdict).not.toBe('error');
      expect((await judge(make, long)).verdict).toBe(short.verdict);
    },
  );
});
