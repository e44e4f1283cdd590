import { describe } from 'vitest';
import { branchCases } from './branches.fixture.js';
import { definitionCases } from './definitions.fixture.js';
import { fileCases } from './files.fixture.js';
import { hostFunctionCases } from './host-functions.fixture.js';
import { inputCases } from './inputs.fixture.js';
import { moduleCases } from './modules.fixture.js';
import { runCases } from './runs.fixture.js';
import { subjects, useSandboxes } from './subject.fixture.js';
import { toolCases } from './tools.fixture.js';
import { treeChangeCases } from './tree-changes.fixture.js';
import { valueCases } from './values.fixture.js';

for (const { engine, skipped } of subjects) {
  describe.skipIf(skipped !== '')(`engine ${engine}${skipped}`, () => {
    const open = useSandboxes(engine);
    describe('runs', () => runCases(open));
    describe('definitions', () => definitionCases(open));
    describe('inputs', () => inputCases(open));
    describe('values', () => valueCases(open));
    describe('host functions', () => hostFunctionCases(open));
    describe('files', () => fileCases(open));
    describe('changes of the tree', () => treeChangeCases(open));
    describe('imports of files of the tree', () => moduleCases(open));
    describe('tools', () => toolCases(open));
    describe('branches', () => branchCases(open));
  });
}
