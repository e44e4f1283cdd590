/** What the first replies cost in processor time, each figure in a process of its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { loadPythonParser } from 'mettle/python';
import { createChecker, pythonCodeGenerationRequirements } from 'mettle/requirements';
import { type BenchSuite, type Figure, quantile } from './harness.js';

const PROCESSES = 5;

interface ColdFigures {
  /** Processor milliseconds of Node's start and of loading the module. */
  readonly load: number;
  /** Of `loadPythonParser`, where it was called. */
  readonly parser: number;
  readonly first: number;
  readonly hundred: number;
  readonly warm: number;
}

export const suite: BenchSuite = { name: 'cold static checks', figures: measure };

function measure(): readonly Figure[] {
  const cold = Array.from({ length: PROCESSES }, () => measureOnce('measure'));
  const prepared = Array.from({ length: PROCESSES }, () => measureOnce('measure-prepared'));
  const median = (runs: readonly ColdFigures[], key: keyof ColdFigures): number =>
    quantile(
      runs.map((run) => run[key]),
      0.5,
    );
  return [
    {
      name: 'starting Node and loading mettle/requirements, processor time',
      value: median(cold, 'load'),
      unit: 'ms',
    },
    { name: 'first reply, processor time', value: median(cold, 'first'), unit: 'ms', claim: '≤ 150 ms' },
    { name: 'each of the next hundred', value: median(cold, 'hundred'), unit: 'ms', claim: '≤ 1 ms' },
    { name: 'each after 3,000', value: median(cold, 'warm'), unit: 'ms', claim: '≤ 0.15 ms' },
    { name: 'loadPythonParser()', value: median(prepared, 'parser'), unit: 'ms' },
    { name: 'first reply after it', value: median(prepared, 'first'), unit: 'ms' },
  ];
}

function measureOnce(mode: 'measure' | 'measure-prepared'): ColdFigures {
  const script = fileURLToPath(import.meta.url);
  const { stdout, stderr } = spawnSync(process.execPath, [script, mode], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as ColdFigures;
}

function replyNumber(number: number): string {
  return [
    'Here is the program.\n\n```python\nimport json\nimport math\n',
    `def area${number}(radius):\n    if radius < 0:\n        raise ValueError("negative")`,
    '    return math.pi * radius ** 2\n',
    `for radius in range(3):\n    print(json.dumps({"radius": radius, "area": area${number}(radius)}))\n\`\`\`\n`,
  ].join('\n');
}

const mode = process.argv[2];
if (mode?.startsWith('measure')) {
  const load = milliseconds(process.cpuUsage());
  const beforeParser = process.cpuUsage();
  if (mode === 'measure-prepared') loadPythonParser();
  const parser = milliseconds(process.cpuUsage(beforeParser));
  await using checker = createChecker({
    requirements: pythonCodeGenerationRequirements({ allowedImports: ['json', 'math'] }),
  });
  let number = 0;
  const check = async (count: number): Promise<number> => {
    const start = process.cpuUsage();
    for (let index = 0; index < count; index++) await checker.check(replyNumber(number++));
    return milliseconds(process.cpuUsage(start)) / count;
  };
  const first = await check(1);
  const hundred = await check(100);
  await check(3_000);
  const warm = await check(1_000);
  process.stdout.write(JSON.stringify({ load, parser, first, hundred, warm }));
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
