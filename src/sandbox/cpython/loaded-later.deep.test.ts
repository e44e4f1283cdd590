import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import type { EngineRun } from '../engine.js';
import { MECHANISMS, SKIPPED, type TestSession, useCpython } from './test-engine.fixture.js';

const isMountable =
  MECHANISMS.includes('bubblewrap') && readFileSync('/proc/filesystems', 'utf8').includes('\toverlay\n');
const skipped = SKIPPED || (isMountable ? '' : 'overlays can be mounted only with bubblewrap and overlayfs');

const LARGE = Object.fromEntries(Array.from({ length: 520 }, (_, n) => [`many/${n % 20}/${n}.txt`, '']));

/** Modules of a tree that bear names of what asyncio imports, and its own. */
const SHADOWS = Object.fromEntries(
  ['asyncio', 'logging', 'selectors', 'ssl', 'types', 'concurrent/__init__', 'concurrent/futures'].map(
    (name) => [`${name}.py`, 'who = "tree"\n'],
  ),
);

type Step = readonly [code: string, more?: Partial<EngineRun> & { limits?: never }];

const functions = {
  double: async (number: unknown) => Number(number) * 2,
} as unknown as EngineRun['functions'];

/** Runs, one after another in one session, whose values must not tell whether asyncio was there from the start. */
const PROGRAMS: readonly (readonly [what: string, steps: readonly Step[]])[] = [
  ['awaits at the top', [['import asyncio\nawait asyncio.sleep(0, "slept")'], ['await asyncio.sleep(0, 2)']]],
  ['awaits what a host function gives', [['await double(2)', { functions }]]],
  [
    'gathers plain values by a name it had before',
    [
      ['from asyncio import gather, wait_for'],
      ['await gather(double(1), wait_for(double(2), 9))', { functions }],
    ],
  ],
  [
    'asks for it by a submodule, a string and in a thread',
    [
      ['import asyncio.tasks\nasyncio.tasks.gather.__module__'],
      ['import importlib\nimportlib.import_module("asyncio") is asyncio'],
      [
        'async def both(): return await asyncio.gather(double(3), asyncio.sleep(0, 4))\nasyncio.run(both())',
        { functions },
      ],
      [
        'import threading\nthread = threading.Thread(target=exec, args=("import asyncio, queue",))\nthread.start()',
      ],
    ],
  ],
  [
    'may import nothing',
    [
      ['await double(2)', { functions, allowedImports: [] }],
      ['import asyncio', { allowedImports: [] }],
    ],
  ],
  [
    'may import some of it',
    [
      [
        'import asyncio\nawait asyncio.gather(double(2), double(3))',
        { functions, allowedImports: ['asyncio'] },
      ],
      [
        'import sys\n("asyncio" in sys.modules, "ssl" in sys.modules)',
        { allowedImports: ['asyncio', 'sys'] },
      ],
    ],
  ],
  [
    'goes on with the chance it had',
    [
      ['import random\nrandom.seed(7)\nrandom.random()'],
      ['random.random()'],
      ['import random as other\nother.random()'],
    ],
  ],
  ['collects garbage', [['import gc\n(gc.isenabled(), gc.get_threshold())']]],
];

unless(skipped).describe('what a session on shared files loads later', () => {
  const { open } = useCpython('bubblewrap');
  let sessions: Readonly<Record<'plain' | 'sharing', TestSession>>;

  /** A session with a workspace of its own, and one on another fork, which begins with shared files. */
  async function family(more: Readonly<Record<string, string>>, settings = {}): Promise<typeof sessions> {
    const files = createFileTree({ files: { ...LARGE, ...more } });
    const plain = await open(files.fork(), {}, settings);
    await plain.run('0');
    return { plain, sharing: await open(files.fork(), {}, settings) };
  }

  async function outcomes({ run }: TestSession, steps: readonly Step[]): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for (const [code, more] of steps) {
      const { value, error } = await run(code, more);
      found.push([value, error?.message]);
    }
    return found;
  }

  beforeAll(async () => {
    sessions = await family({});
  });
  afterAll(() => Promise.all(Object.values(sessions).map(({ session }) => session.close())));

  it('is asyncio, which nothing has needed yet', async () => {
    const code = 'import sys\n"asyncio" in sys.modules';
    expect((await sessions.plain.run(code)).value).toBe(true);
    expect((await sessions.sharing.run(code)).value).toBe(false);
  });

  it.each(PROGRAMS)('does not show in a program that %s', async (_, steps) => {
    const { plain, sharing } = sessions;
    await Promise.all([plain.session.reset(), sharing.session.reset()]);
    expect(await outcomes(sharing, steps)).toEqual(await outcomes(plain, steps));
  });

  it('has room to be loaded where the code may not call deeply', async () => {
    await sessions.sharing.session.reset();
    const { value } = await sessions.sharing.run(
      'async def one(): return 1\nawait one()',
      {},
      { maxRecursionDepth: 20 },
    );
    expect(value).toBe(1);
  });

  it('is never a file of the tree, nor made of such files', async () => {
    const shadowed = await family(SHADOWS);
    const steps: readonly Step[] = [
      ['await double(4)', { functions }],
      ['import asyncio, logging, ssl\n(hasattr(asyncio, "run"), logging.who, ssl.who)'],
      ['await asyncio.gather(double(4), asyncio.sleep(0, 5))', { functions }],
    ];
    const expected = await outcomes(shadowed.plain, steps);
    expect(expected.slice(0, 2)).toEqual([
      [8, undefined],
      [[true, 'tree', 'tree'], undefined],
    ]);
    expect(await outcomes(shadowed.sharing, steps)).toEqual(expected);
    const written = 'open("asyncio.py", "w").write("who = 1")\nimport asyncio\nhasattr(asyncio, "run")';
    await sessions.sharing.session.reset();
    expect((await sessions.sharing.run(written)).value).toBe(true);
  });

  it('is there from the start where the clock stands still', async () => {
    const deterministic = { now: new Date(0), timezone: 'UTC', seed: 1 };
    const stopped = await family({}, { deterministic });
    const steps: readonly Step[] = [
      [
        'import asyncio, random, time, uuid\nawait asyncio.sleep(5000)\n(time.time(), random.random(), str(uuid.uuid4()))',
      ],
    ];
    const expected = await outcomes(stopped.plain, steps);
    expect(expected).toEqual([[[0, expect.anything(), expect.anything()], undefined]]);
    expect(await outcomes(stopped.sharing, steps)).toEqual(expected);
  });
});
