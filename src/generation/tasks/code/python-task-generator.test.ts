import { beforeAll, describe, expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import { createFileEnvironment, type Environment } from '../../../environments/index.js';
import { checkPython, TestsPass } from '../../../requirements/index.js';
import { auditTasks } from '../audit-tasks.js';
import { createPythonTaskGenerator } from './create-python-task-generator.js';
import { drawFunction } from './function-families.js';
import { drawExamples, testsOf } from './function-spec.js';

let environment: Environment;

beforeAll(async () => {
  environment = await createFileEnvironment({ files: { 'notes.txt': 'Write the function.\n' } });
});

describe('functions to write', () => {
  it('can be written, and had for nothing by nobody', async () => {
    const generator = createPythonTaskGenerator({ environment });
    const audit = await auditTasks({ generator, seed: 3, count: 1 });
    expect(audit.flaws).toEqual([]);
  });

  it('are all different, and their words say what their examples show', async () => {
    const generator = createPythonTaskGenerator({ environment });
    const tasks = await Promise.all(
      Array.from({ length: 120 }, (_, index) => generator.generate({ seed: 5, index })),
    );
    expect(new Set(tasks.map(({ task }) => task.prompt)).size).toBe(120);
    for (const { task } of tasks) {
      expect(task.prompt).toMatch(/\n\nExamples:\n {2}\w+\(.*\) == /);
      // What is shown is not tested, so that to repeat it passes nothing.
      const [goal] = task.expected.goals ?? [];
      const tests = goal?.kind === 'tests_pass' ? goal.tests : '';
      const shown = [...task.prompt.matchAll(/^ {2}(\w+\(.*\)) == /gm)].map(([, call = '']) => call);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.filter((call) => tests.includes(`${call} `) || tests.includes(`${call},`))).toEqual([]);
    }
  });

  it('do in TypeScript what they do in Python, and their faults are found', async () => {
    const stream = new RandomStream(1, 'functions');
    const sources: string[] = [];
    const tests: string[] = [];
    const known = new Set<string>();
    while (known.size < 20) {
      const spec = drawFunction(stream);
      const examples = drawExamples(spec, stream, { count: 8 });
      if (examples === null || known.has(spec.name)) continue;
      known.add(spec.name);
      sources.push(spec.source);
      tests.push(testsOf(spec, examples));
    }
    const report = await checkPython(sources.join('\n'), [TestsPass({ tests: tests.join('\n') })]);
    expect(report.results[0]?.reason).toBe('All tests pass.');
  });
});
