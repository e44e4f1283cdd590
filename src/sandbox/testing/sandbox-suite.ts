import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConformanceCase } from '../../core/index.js';
import type { EngineName, Sandbox } from '../contract.js';
import { createSandbox, loadSandbox } from '../create-sandbox.js';
import type { Engine } from '../engine.js';
import { branchCases } from './branches.js';
import type { CaseContext, DefineCase } from './define-case.js';
import { definitionCases } from './definitions.js';
import { deterministicCases } from './deterministic.js';
import { fileCases } from './files.js';
import { hostFunctionCases } from './host-functions.js';
import { inputCases } from './inputs.js';
import { linkCases } from './links.js';
import { moduleCases } from './modules.js';
import { pathCases } from './paths.js';
import { runCases } from './runs.js';
import { shellCases } from './shell.js';
import { toolCases } from './tools.js';
import { treeChangeCases } from './tree-changes.js';
import { valueCases } from './values.js';

const SUBJECTS: Readonly<Record<string, (it: DefineCase) => void>> = {
  runs: runCases,
  'lines of the shell': shellCases,
  definitions: definitionCases,
  inputs: inputCases,
  values: valueCases,
  'host functions': hostFunctionCases,
  files: fileCases,
  'links of the folder': linkCases,
  'changes of the tree': treeChangeCases,
  'imports of files of the tree': moduleCases,
  tools: toolCases,
  branches: branchCases,
  paths: pathCases,
  'stopped clocks and seeded chance': deterministicCases,
};

/**
 * What holds for a sandbox of any engine, as cases for any test runner. The engine has to be available on this machine, and
 * stays open.
 *
 * @example
 * ```ts file=engine.test.mjs
 * import { test } from 'node:test';
 * import { sandboxSuite } from 'mettle/sandbox/testing';
 *
 * for (const { name, run } of sandboxSuite('monty')) test(name, (t) => run(t));
 * ```
 */
export function sandboxSuite(engine: EngineName | Engine): readonly ConformanceCase[] {
  return Object.entries(SUBJECTS).flatMap(([subject, define]) => {
    const cases: ConformanceCase[] = [];
    define((title, run) => cases.push({ name: `${subject}: ${title}`, run: () => withContext(engine, run) }));
    return cases;
  });
}

async function withContext(
  engine: EngineName | Engine,
  run: (context: CaseContext) => Promise<void>,
): Promise<void> {
  const sandboxes: Sandbox[] = [];
  const folders: string[] = [];
  const kept = async (opening: Promise<Sandbox>): Promise<Sandbox> => {
    const sandbox = await opening;
    sandboxes.push(sandbox);
    return sandbox;
  };
  try {
    await run({
      open: (options) => kept(createSandbox({ ...options, engine })),
      load: (dump, options) => kept(loadSandbox(dump, { ...options, engine })),
      folder: () => {
        const folder = mkdtempSync(join(tmpdir(), 'mettle-conformance-'));
        folders.push(folder);
        return folder;
      },
    });
  } finally {
    await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
