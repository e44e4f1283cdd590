import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { NOT_BUILT } from '../../../testing/run-alone.fixture.js';
import { unless } from '../../../testing/unless.fixture.js';
import { callCommandLine } from '../../command-line.fixture.js';
import { openRecords } from '../records/read-records.js';
import { openRecordedWorlds } from '../records/recorded-worlds.js';
import { loadOwnWorld } from './load-own-world.js';

const built = (module: string): string =>
  new URL(`../../../../dist/${module}/index.js`, import.meta.url).href;

/** A world that its user wrote, with tasks: a shelf of jars to count and to take from. */
const WORLD = `
import { defineEnvironment } from '${built('environments')}';

const tools = [
  { name: 'look', description: 'Lists the jars.', parameters: { type: 'object', properties: {}, additionalProperties: false } },
  {
    name: 'take',
    description: 'Takes a jar off the shelf.',
    parameters: { type: 'object', properties: { jar: { type: 'string' } }, required: ['jar'], additionalProperties: false },
  },
];

function shelf(jars) {
  let now = jars;
  return {
    run: async ({ tool, arguments: { jar } }) => {
      if (tool === 'take') now = now.filter((each) => each !== jar);
      return { status: 'ok', content: now.join(' '), data: [...now], error: null };
    },
    state: () => new Map(now.map((jar) => ['shelf/' + jar, true])),
    fork: async () => shelf(now),
    close: async () => {},
  };
}

export const environment = defineEnvironment({
  name: 'shelf',
  version: 1,
  tools,
  identity: {},
  begin: async () => shelf(['plum', 'fig', 'pear']),
});
`;

const TASKS = `
import { defineTaskGenerator } from '${built('generation')}';

export const tasks = (world) => defineTaskGenerator({
  name: 'jars',
  levels: [1],
  draw: ({ stream }) => {
    const jar = stream.pick(['plum', 'fig', 'pear']);
    return {
      category: 'take',
      prompt: 'Take the ' + jar + ' off the shelf.',
      key: jar,
      expected: { answer: null, stateDigest: null, goals: [{ kind: 'absent', name: 'shelf/' + jar }] },
      oracle: async (brief, actor) => {
        await actor.call('look', {});
        await actor.call('take', { jar });
      },
      environment: async () => world,
    };
  },
});
`;

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'mettle-own-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function call(...argv: string[]) {
  return callCommandLine(argv, { cwd });
}

unless(NOT_BUILT).describe('a world in a module of the user', () => {
  beforeAll(() => {
    mkdirSync(join(cwd, 'worlds'));
    writeFileSync(join(cwd, 'worlds', 'shelf.mjs'), WORLD + TASKS);
  });

  unless(NOT_BUILT).it('gives tasks, records, verdicts and scores by its path', async () => {
    const args = ['--env', 'worlds/shelf.mjs', '--policy', 'oracle', '--count', '3', '--out', 'runs'];
    const made = await call('generate', ...args, '--json');
    expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining('mettle')]);
    expect(JSON.parse(made.stdout)).toMatchObject({ written: 3, pass_rate: 1, verified_rate: 1 });
    const { environment } = JSON.parse(readFileSync(join(cwd, 'runs', 'world.json'), 'utf8'));
    expect(environment).toEqual({
      type: 'module',
      path: '../worlds/shelf.mjs',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const records = 'runs/trajectories.jsonl';
    for (const env of ['worlds/shelf.mjs', 'runs/world.json']) {
      const options = ['--env', env, '--json'];
      const verified = await call('verify', records, ...options);
      expect(JSON.parse(verified.stdout)).toMatchObject({ verified: 3, failed: 0 });
      expect(JSON.parse((await call('rescore', records, ...options)).stdout)).toMatchObject({ pass: 3 });
      expect(JSON.parse((await call('judge', records, ...options)).stdout)).toMatchObject({ passed: 3 });
    }
  });

  unless(NOT_BUILT).it('is run only where the user names it, and is named where it has changed', async () => {
    const records = 'runs/trajectories.jsonl';
    const unnamed = await call('verify', records);
    expect([unnamed.code, unnamed.stderr]).toEqual([
      2,
      'mettle verify: runs/world.json runs a program, with your rights. If you trust it, say so: --env runs/world.json\n',
    ]);
    appendFileSync(join(cwd, 'worlds', 'shelf.mjs'), '\n// Changed.\n');
    const { code, stderr } = await call('verify', records, '--env', 'runs/world.json');
    expect([code, stderr]).toEqual([0, expect.stringContaining('worlds/shelf.mjs has changed since')]);
  });

  unless(NOT_BUILT).it('has another identity after any change of it, or of what describes it', async () => {
    const module = join(cwd, 'worlds', 'other.mjs');
    writeFileSync(module, WORLD);
    const { first } = await openRecords('runs/trajectories.jsonl', cwd);
    const identity = async (env: string): Promise<string> => {
      await using worlds = await openRecordedWorlds('runs/trajectories.jsonl', first, {
        env,
        cwd,
        say: () => undefined,
      });
      return worlds.identity;
    };
    const before = await identity('worlds/other.mjs');
    expect(await identity('worlds/other.mjs')).toBe(before);
    writeFileSync(module, WORLD.replace("'pear']", "'kiwi']"));
    const changed = await identity('worlds/other.mjs');
    expect(changed).not.toBe(before);
    expect(await identity('runs/world.json')).not.toBe(changed);
  });

  unless(NOT_BUILT).it('is closed where its tasks throw', async () => {
    const closes = "import { writeFileSync } from 'node:fs';\n";
    const world = WORLD.replace(
      'export const environment = defineEnvironment({',
      `const made = defineEnvironment({`,
    );
    const exported = `
      const close = async () => writeFileSync('${join(cwd, 'closed')}', '');
      export const environment = { ...made, open: made.open, sampleArguments: made.sampleArguments, close };
      export const tasks = () => { throw new Error('no tasks today'); };`;
    writeFileSync(join(cwd, 'closes.mjs'), closes + world + exported);
    await expect(loadOwnWorld(join(cwd, 'closes.mjs'), 'closes.mjs')).rejects.toThrow('no tasks today');
    expect(existsSync(join(cwd, 'closed'))).toBe(true);
  });

  unless(NOT_BUILT).it.each([
    ['gone.mjs', null, /There is no gone\.mjs\. --env takes a module that exports a world/],
    ['torn.mjs', 'export const environment = {', /Cannot load the world torn\.mjs: /],
    [
      'lacks.mjs',
      "import 'no-such-package';",
      /Cannot load .*no-such-package.*Install what it imports where lacks\.mjs lies/,
    ],
    [
      'none.mjs',
      'export const world = 1; export const two = 2;',
      /none\.mjs exports no world\. It exports two and world; add: export const environment = defineEnvironment/,
    ],
    ['empty.mjs', '', /It exports nothing; add:/],
    [
      'text.mjs',
      "export default 'sql';",
      /The export default of text\.mjs is no world: it is a string\. Make it with defineEnvironment/,
    ],
    [
      'part.mjs',
      "export const environment = { name: 'part', tools: [] };",
      /is no world: it lacks fingerprint, capabilities, open, sampleArguments and close/,
    ],
    [
      'throws.mjs',
      "export const environment = () => { throw new Error('no disk'); };",
      /The export environment of throws\.mjs throws: no disk\./,
    ],
    [
      'tasks.mjs',
      `${WORLD}export const tasks = [1];`,
      /The export tasks of tasks\.mjs is no task generator: it lacks name, levels and generate\. Make it with defineTaskGenerator/,
    ],
    [
      'bare.mjs',
      WORLD,
      /bare\.mjs exports no tasks\. Add export const tasks = defineTaskGenerator\({ … }\), or give your own with --queries FILE/,
    ],
  ])('%s is refused with what to do', async (name, source, words) => {
    if (source !== null) writeFileSync(join(cwd, name), source);
    const { code, stderr } = await call('generate', '--env', name, '--count', '1', '--policy', 'oracle');
    expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toMatch(words);
  });
});
