import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../create-sandbox.js';
import { sharedEngine } from '../engines.js';

const cpython = await sharedEngine('cpython').probe();
const skipped = cpython.available ? '' : ` (skipped: ${cpython.reason})`;

const lacks = programsIn('caught-lacks.txt');
const ordinary = programsIn('caught-ordinary.txt');

function programsIn(file: string): readonly string[] {
  return readFileSync(new URL(`./__fixtures__/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n---\n');
}

const RUN_ALL = `
import contextlib, io, json, sys
answers = []
for program in json.load(sys.stdin):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {})
    answers.append(out.getvalue())
print(json.dumps(answers))
`;

describe.skipIf(!cpython.available)(`auto beside python3 where code catches exceptions${skipped}`, () => {
  let expected: ReadonlyMap<string, string> = new Map();
  beforeAll(() => {
    const programs = [...lacks, ...ordinary];
    const { stdout } = spawnSync('python3', ['-I', '-X', 'utf8', '-W', 'ignore', '-c', RUN_ALL], {
      input: JSON.stringify(programs),
      encoding: 'utf8',
    });
    const answers = JSON.parse(stdout) as readonly string[];
    expected = new Map(programs.map((program, index) => [program, answers[index] ?? '']));
  });

  it.each(lacks)('moves to CPython for what Monty lacks:\n%s', async (program) => {
    const sandbox = await createSandbox();
    const { stdout, engine } = await sandbox.run(program);
    await sandbox.close();
    expect(stdout).toBe(expected.get(program));
    expect(engine).toBe('cpython');
  });

  it.each(ordinary)('stays in Monty where CPython raises too:\n%s', async (program) => {
    const sandbox = await createSandbox();
    const { stdout, engine } = await sandbox.run(program);
    await sandbox.close();
    expect(stdout).toBe(expected.get(program));
    expect(engine).toBe('monty');
  });

  it('hands recorded answers of host functions to the repeated run', async () => {
    const sandbox = await createSandbox();
    let calls = 0;
    const program = "try:\n    print(layout() % 3)\nexcept TypeError:\n    print('n/a')";
    const { stdout, engine } = await sandbox.run(program, {
      functions: {
        layout: () => {
          calls++;
          return '%d items';
        },
      },
    });
    await sandbox.close();
    expect([stdout, engine, calls]).toEqual(['3 items\n', 'cpython', 1]);
  });
});

describe('an engine without CPython', () => {
  it('goes on after what it lacks', async () => {
    const sandbox = await createSandbox({ engine: 'monty' });
    const { stdout, error } = await sandbox.run(
      "fmt = '%d'\nfor _ in range(3):\n    try: print(fmt % 3)\n    except TypeError: print('n/a')",
    );
    await sandbox.close();
    expect([stdout, error]).toEqual(['n/a\nn/a\nn/a\n', null]);
  });
});
