import { describe, expect, it } from 'vitest';
import { processorCost as cost } from '../../../bench/processor-cost.js';
import { SHAPES } from '../../../bench/shapes.js';
import {
  analysePython,
  extractPythonCode,
  findCalls,
  findDefinitions,
  findDynamicCode,
  findImports,
  loadPythonParser,
  parsePython,
  scanFences,
  tokenizePython,
} from '../../python/index.js';
import { Artefact } from '../artefact.js';
import { FunctionSignature } from '../behaviour/function-signature.js';
import { JsonOutput } from '../output/json-output.js';
import { MarkdownList } from '../output/markdown.js';
import { markdownListItems } from '../output/markdown-list.js';
import { isMarkdownTable } from '../output/markdown-table.js';
import { createChecker } from '../pipeline/checker.js';
import { MatplotlibHeadlessBackend } from '../plotting/matplotlib-headless-backend.js';
import { pythonCodeGenerationRequirements } from '../python/python-code-generation-requirements.js';
import { ComplexityLimit } from '../structure/complexity-limit.js';
import { NoFileUse, NoNetworkUse, NoSubprocessUse } from '../structure/no-side-effects.js';

const requirements = [
  ...pythonCodeGenerationRequirements({ allowedImports: ['math'] }),
  FunctionSignature({ functionName: 'f', parameters: ['x'] }),
  ComplexityLimit({ maxLines: 10, maxComplexity: 5, maxNesting: 3 }),
  NoNetworkUse(),
  NoFileUse(),
  NoSubprocessUse(),
  MatplotlibHeadlessBackend(),
  MarkdownList(),
  JsonOutput({ schema: { type: 'array', items: { type: 'number' } } }),
];

const entries: Readonly<Record<string, (text: string) => unknown>> = {
  scanFences,
  extractPythonCode,
  'extractPythonCode of a fence': (text) => extractPythonCode(`\`\`\`python\n${text}\n\`\`\``),
  tokenizePython,
  'analysePython().syntax': (text) => analysePython(text).syntax,
  findImports,
  findCalls,
  findDefinitions,
  findDynamicCode,
  parsePython,
  markdownListItems,
  isMarkdownTable,
  ...Object.fromEntries(
    requirements.map((requirement) => [
      requirement.key,
      (text: string) => requirement.validate(new Artefact(text, [], true), null as never),
    ]),
  ),
};

const SMALL = 10_000;
const FACTOR = 4;
/** Linear work takes four times as long on four times the text; caches and memory may double that, and a busy machine. */
const MAX_GROWTH = FACTOR * 2.5;
const ATTEMPTS = 4;

describe('every entry point, on every shape', () => {
  loadPythonParser();
  const plain = SHAPES[0]?.make(SMALL) ?? '';
  for (let warm = 0; warm < 5; warm++) for (const work of Object.values(entries)) work(`${plain}#w${warm}`);
  const baseline = (): number => cost((text) => analysePython(text).syntax.status, plain);

  it.each(Object.entries(entries))(
    '%s takes time that grows no faster than the text',
    (_name, work) => {
      const steep: string[] = [];
      for (const { name, make } of SHAPES) {
        const [small, large] = [make(SMALL), make(SMALL * FACTOR)];
        let growth = Number.POSITIVE_INFINITY;
        // What is cheaper than checking a plain program of the smaller size is noise.
        for (let attempt = 0; attempt < ATTEMPTS && growth > MAX_GROWTH; attempt++) {
          growth = Math.min(growth, cost(work, large) / Math.max(cost(work, small), baseline()));
        }
        if (growth > MAX_GROWTH) steep.push(`${name}: ${growth.toFixed(1)} times`);
      }
      expect(steep).toEqual([]);
    },
    300_000,
  );

  it('no requirement has an error for a verdict', async () => {
    await using checker = createChecker({ requirements });
    for (const { name, make } of SHAPES) {
      for (const text of [make(SMALL), `\`\`\`python\n${make(SMALL)}\n\`\`\``]) {
        const { results } = await checker.check(text);
        expect([name, results.filter(({ verdict }) => verdict === 'error')]).toEqual([name, []]);
      }
    }
  }, 300_000);
});
