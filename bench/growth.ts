/**
 * How the time per byte grows with the size of a text, and how long the event loop is held: every entry point of
 * `mettle/python` and every static requirement, on each of the shapes, from 20 to 320 KB. METTLE_GROWTH_SHAPES takes every
 * so manieth shape (default 1: all), METTLE_GROWTH_OF the names to measure, with commas between them (default: all). On
 * Linux a hold is what the main thread computes in one turn of the event loop; elsewhere, how long the turn takes.
 */
import * as python from 'mettle/python';
import {
  type Checker,
  ComplexityLimit,
  createChecker,
  FunctionSignature,
  JsonOutput,
  MarkdownList,
  MarkdownTable,
  MatplotlibHeadlessBackend,
  NoFileUse,
  NoNetworkUse,
  NoSubprocessUse,
  pythonCodeGenerationRequirements,
  TypesHold,
} from 'mettle/requirements';
import { type BenchSuite, type Figure, quantile } from './harness.js';
import { freshText, processorMilliseconds, threadMilliseconds } from './processor-cost.js';
import { SHAPES } from './shapes.js';

const SIZES: readonly number[] = [20_000, 40_000, 80_000, 160_000, 320_000];
/** About the longest text that is read in the thread of the caller. */
const READ_HERE = 6_000;
/** What is cheaper than this is noise. */
const FLOOR_MILLISECONDS = 4;
/** A step that looks steep is measured again. */
const ATTEMPTS = 4;
const STEEP = 2;
/** A hold that looks longer is measured again. */
const LONG_HOLD_MILLISECONDS = 20;

type Work = (text: string) => unknown;

const entries: Readonly<Record<string, Work>> = {
  scanFences: python.scanFences,
  extractPythonCode: python.extractPythonCode,
  tokenizePython: python.tokenizePython,
  'analysePython().syntax': (text) => python.analysePython(text).syntax,
  findImports: python.findImports,
  findCalls: python.findCalls,
  findDefinitions: python.findDefinitions,
  findDynamicCode: python.findDynamicCode,
  parsePython: python.parsePython,
};

const requirements = [
  ...pythonCodeGenerationRequirements({ allowedImports: ['math'] }),
  FunctionSignature({ functionName: 'f', parameters: ['x'] }),
  ComplexityLimit({ maxLines: 10, maxComplexity: 5, maxNesting: 3 }),
  NoNetworkUse(),
  NoFileUse(),
  NoSubprocessUse(),
  MatplotlibHeadlessBackend(),
  MarkdownList(),
  MarkdownTable(),
  JsonOutput({ schema: { type: 'array', items: { type: 'number' } } }),
  TypesHold(),
];

/** Requirements on the text of a reply; the others are on code, and are given all of the text as code. */
const ON_TEXT: ReadonlySet<string> = new Set([
  'JsonOutput',
  'MarkdownList',
  'MarkdownTable',
  'PythonCodeExtraction',
]);
const open: Checker[] = [];
const chosen = SHAPES.filter((_, at) => at % Number(process.env.METTLE_GROWTH_SHAPES ?? 1) === 0);

const only = process.env.METTLE_GROWTH_OF?.split(',');
const isMeasured = (name: string): boolean => only === undefined || only.includes(name);

export const suite: BenchSuite = {
  name: `growth over 20, 40, 80, 160 and 320 KB of ${chosen.length} shapes`,
  figures: async () => {
    python.loadPythonParser();
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries(entries)) {
      if (isMeasured(name)) figures.push(...(await growthOf(name, work)));
    }
    for (const requirement of requirements) {
      if (!isMeasured(requirement.name)) continue;
      const checker = createChecker({ requirements: [requirement] });
      open.push(checker);
      const check: Work = ON_TEXT.has(requirement.name)
        ? (text) => checker.check(text)
        : (text) => checker.checkCode(text);
      figures.push(...(await growthOf(requirement.name, check, true)));
    }
    return figures;
  },
  close: async () => {
    for (const checker of open) await checker.close();
  },
};

interface Cost {
  readonly cpu: number;
  readonly hold: number;
}

async function growthOf(name: string, work: Work, isChecker = false): Promise<readonly Figure[]> {
  for (let warm = 0; warm < 20; warm++) await work(freshText(SHAPES[0]?.make(2_000) ?? ''));
  let worst = { ratio: 0, what: '' };
  let held = { milliseconds: 0, what: '' };
  const perKilobyte: number[] = [];
  for (const { name: shape, make } of chosen) {
    const texts = SIZES.map(make);
    const costs: Cost[] = [];
    for (const text of texts) costs.push(await costOf(work, text));
    for (let step = 1; step < SIZES.length; step++) {
      const [before, after] = [texts[step - 1] ?? '', texts[step] ?? ''];
      let ratio = perByte(costs[step], after) / perByte(costs[step - 1], before);
      for (let attempt = 1; attempt < ATTEMPTS && ratio > STEEP; attempt++) {
        const again = perByte(await costOf(work, after), after) / perByte(await costOf(work, before), before);
        ratio = Math.min(ratio, again);
      }
      if (ratio > worst.ratio) worst = { ratio, what: `${shape}, to ${(SIZES[step] ?? 0) / 1000} KB` };
    }
    for (const text of isChecker ? [make(READ_HERE), ...texts] : []) {
      let { hold } = await costOf(work, text);
      // Another program may have had the processor.
      for (let attempt = 1; attempt < ATTEMPTS && hold > LONG_HOLD_MILLISECONDS; attempt++) {
        hold = Math.min(hold, (await costOf(work, text)).hold);
      }
      if (hold > held.milliseconds)
        held = { milliseconds: hold, what: `${shape}, ${Math.round(text.length / 1000)} KB` };
    }
    perKilobyte.push(((costs.at(-1)?.cpu ?? 0) * 1e6) / (texts.at(-1) ?? 'x').length);
  }
  const figures: Figure[] = [
    { name: `${name}: median of time per byte, 320 KB`, value: quantile(perKilobyte, 0.5), unit: 'ns' },
    {
      name: `${name}: most that time per byte grows (${worst.what})`,
      value: worst.ratio,
      unit: '×',
      claim: '≤ 2×',
    },
  ];
  if (isChecker) {
    figures.push({
      name: `${name}: longest hold (${held.what})`,
      value: held.milliseconds,
      unit: 'ms',
      claim: '≤ 20 ms',
    });
  }
  return figures;
}

function perByte(cost: Cost | undefined, text: string): number {
  return Math.max(cost?.cpu ?? 0, FLOOR_MILLISECONDS) / text.length;
}

/** The processor time of work, and the longest turn of the event loop in it. */
async function costOf(work: Work, text: string): Promise<Cost> {
  const fresh = freshText(text);
  const start = process.cpuUsage();
  let isDone = false;
  let hold = 0;
  const turns = (async () => {
    for (let at = threadMilliseconds(); !isDone; ) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = threadMilliseconds();
      hold = Math.max(hold, now - at);
      at = now;
    }
  })();
  await work(fresh);
  isDone = true;
  await turns;
  return { cpu: processorMilliseconds(start), hold };
}
