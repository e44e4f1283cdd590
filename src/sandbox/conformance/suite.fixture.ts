import { describe } from 'vitest';
import type { EngineName } from '../contract.js';
import { branchCases } from './branches.fixture.js';
import { definitionCases } from './definitions.fixture.js';
import { deterministicCases } from './deterministic.fixture.js';
import { fileCases } from './files.fixture.js';
import { hostFunctionCases } from './host-functions.fixture.js';
import { inputCases } from './inputs.fixture.js';
import { linkCases } from './links.fixture.js';
import { moduleCases } from './modules.fixture.js';
import { pathCases } from './paths.fixture.js';
import { runCases } from './runs.fixture.js';
import { useSandboxes } from './subject.fixture.js';
import { toolCases } from './tools.fixture.js';
import { treeChangeCases } from './tree-changes.fixture.js';
import { valueCases } from './values.fixture.js';

/** Everything that holds for a sandbox of any engine. */
export function conformanceSuite(engine: EngineName): void {
  const open = useSandboxes(engine);
  describe('runs', () => runCases(open));
  describe('definitions', () => definitionCases(open));
  describe('inputs', () => inputCases(open));
  describe('values', () => valueCases(open));
  describe('host functions', () => hostFunctionCases(open));
  describe('files', () => fileCases(open));
  describe('links of the folder', () => linkCases(open));
  describe('changes of the tree', () => treeChangeCases(open));
  describe('imports of files of the tree', () => moduleCases(open));
  describe('tools', () => toolCases(open));
  describe('branches', () => branchCases(open));
  describe('paths', () => pathCases(open));
  describe('stopped clocks and seeded chance', () => deterministicCases(open));
}
