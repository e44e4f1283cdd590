import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileTree } from '../../filesystem/index.js';
import { unless } from '../../testing/unless.fixture.js';
import { createSandbox, loadSandbox } from '../create-sandbox.js';
import { resolveDeterministic } from '../deterministic.js';
import { resolvePackages } from '../packages.js';
import { createCpythonEngine } from './cpython-engine.js';
import { findPython } from './find-python.js';
import { LIMITS, MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

/** Makes a folder of packages that any user can read. */
function makePackages(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'mettle-packages-'));
  chmodSync(folder, 0o755);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o644 });
  return folder;
}

unless(SKIPPED).describe.each(MECHANISMS)('packages lent in %s', (mechanism) => {
  const { open, engine } = useCpython(mechanism);
  let folder = '';
  let packages: readonly string[] = [];
  beforeAll(() => {
    folder = makePackages({
      'lent.py': 'where = "lent"\ndef double(n): return n * 2',
      'mine.py': 'where = "lent"',
      'json.py': 'where = "lent"',
    });
    packages = resolvePackages(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are imported, after the tree and the standard library', async () => {
    const files = createFileTree({ files: { 'mine.py': 'where = "tree"' } });
    const { run, session } = await open(files, {}, { packages });
    const code = 'import lent, mine, json\n(lent.double(21), mine.where, json.dumps([1]))';
    expect((await run(code)).value).toEqual([42, 'tree', '[1]']);
    await session.reset();
    expect((await run('import lent\nlent.where')).value).toBe('lent');
  });

  it('are lent to forks, and again when a dump is loaded', async () => {
    const sandbox = await createSandbox({ engine: engine(), packages: folder });
    await sandbox.run('import lent\ntwice = lent.double');
    const copy = await sandbox.fork({ copyNamespace: true });
    expect((await copy.run('import lent\n[twice(4), lent.where]')).value).toEqual([8, 'lent']);
    const dump = await sandbox.dump();
    const loaded = await loadSandbox(dump, { engine: engine(), packages: folder });
    expect((await loaded.run('twice(5)')).value).toBe(10);
    await expect(loadSandbox(dump, { engine: engine() })).rejects.toMatchObject({
      code: 'sandbox/invalid_dump',
      message: expect.stringContaining("No module named 'lent'"),
    });
    await Promise.all([sandbox, copy, loaded].map((each) => each.close()));
  });

  it('cannot be changed', async () => {
    const { run } = await open(createFileTree(), {}, { packages });
    const code = `
import lent, os
folder = os.path.dirname(lent.__file__)
def tried(work):
    try:
        work()
        return "done"
    except OSError:
        return "refused"
[
    tried(lambda: open(lent.__file__, "w")),
    tried(lambda: open(folder + "/new.py", "w")),
    tried(lambda: os.remove(lent.__file__)),
    tried(lambda: os.rename(lent.__file__, folder + "/other.py")),
    tried(lambda: os.chmod(folder, 0o777)),
]`;
    expect((await run(code)).value).toEqual(Array(5).fill('refused'));
    expect(readFileSync(join(folder, 'lent.py'), 'utf8')).toContain('double');
    expect(existsSync(join(folder, 'new.py'))).toBe(false);
  });

  it('are not there for a session that was lent none', async () => {
    const { run } = await open();
    const { error } = await run('import lent');
    expect(error?.type).toBe('ModuleNotFoundError');
    expect(error?.hint).toContain('createSandbox({ packages })');
    const lent = await open(createFileTree(), {}, { packages });
    expect((await lent.run('import lent\nlent.where')).value).toBe('lent');
    expect((await run('import lent')).ok).toBe(false);
  });

  it('give numerical libraries one thread and no screen, unless the caller says otherwise', async () => {
    const settings = { packages, environment: { OMP_NUM_THREADS: '3' } };
    const { run } = await open(createFileTree(), {}, settings);
    const code =
      'import os\n[os.environ.get(n) for n in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MPLBACKEND")]';
    expect((await run(code)).value).toEqual(['3', '1', 'Agg']);
    const plain = await open();
    expect((await plain.run('import os\n"PYTHONPATH" in os.environ')).value).toBe(false);
  });

  it('see the libraries of their own process, and nothing else of its memory', async () => {
    const { run } = await open(createFileTree(), {}, { packages });
    const code = `
import io
with open("/proc/self/maps") as maps, io.open(b"/proc/self/maps", "rb") as again:
    lines = maps.read().splitlines()
    same = again.read().decode().splitlines() == lines
paths = [line.split()[-1] for line in lines]
refused = []
for other in ("/proc/self/smaps", "/proc/1/maps", "/proc/self/../self/maps"):
    try:
        open(other)
    except OSError:
        refused.append(other)
(same, any("libc." in path for path in paths), all(path.startswith("/") for path in paths), "[heap]" in "".join(lines), len(refused))`;
    expect((await run(code)).value).toEqual([true, true, true, false, 3]);
    expect((await (await open()).run('open("/proc/self/maps")')).ok).toBe(false);
  });

  it('are there for programs that the code starts', async () => {
    const { run } = await open(createFileTree(), {}, { packages });
    const code = `
import subprocess, sys
subprocess.run([sys.executable, "-c", "import lent; print(lent.where)"], capture_output=True, text=True).stdout`;
    expect((await run(code)).value).toBe('lent\n');
    // As multiprocessing and joblib start their helpers.
    const inherited = code.replace('"-c"', '*subprocess._args_from_interpreter_flags(), "-c"');
    expect((await run(inherited)).value).toBe('lent\n');
  });

  it('have to be for the Python that runs', async () => {
    const other = join(folder, 'lib', 'python3.1', 'site-packages');
    mkdirSync(other, { recursive: true });
    await expect(open(createFileTree(), {}, { packages: [other] })).rejects.toMatchObject({
      code: 'sandbox/invalid_packages',
      message: expect.stringContaining('are for Python 3.1, and'),
    });
  });

  unless(process.getuid?.() === 0 ? null : 'the host is not root').it(
    'have to be readable by others where the host is root',
    async () => {
      const hidden = join(folder, 'hidden');
      mkdirSync(hidden, { mode: 0o700 });
      await expect(open(createFileTree(), {}, { packages: [hidden] })).rejects.toMatchObject({
        code: 'sandbox/invalid_packages',
        message: expect.stringContaining('cannot be read by a user without privileges'),
      });
    },
  );

  it('come with the Python of a virtual environment that is named', async () => {
    const { executable, version } = await findPython({ environment: process.env, unprivileged: true });
    const environment = join(folder, 'venv');
    const [major, minor] = version.split('.');
    const site = join(environment, 'lib', `python${major}.${minor}`, 'site-packages');
    mkdirSync(site, { recursive: true });
    mkdirSync(join(environment, 'bin'));
    writeFileSync(join(environment, 'pyvenv.cfg'), `home = ${dirname(executable)}\n`);
    symlinkSync(executable, join(environment, 'bin', 'python'));
    writeFileSync(join(site, 'beside.py'), 'n = 5');
    const python = join(environment, 'bin', 'python');
    const own = createCpythonEngine({ mechanism, python, environment: process.env });
    try {
      const session = await own.openSession({ files: createFileTree(), limits: LIMITS });
      const request = {
        runNumber: 1,
        fileName: null,
        inputs: {},
        functions: {},
        signal: null,
        onOutput: null,
      };
      const { value } = await session.run({ ...request, code: 'import beside\nbeside.n', limits: LIMITS });
      expect(value).toBe(5);
    } finally {
      await own.close();
    }
  });
});

/** A virtual environment with numpy, pandas and matplotlib, for the tests with the real ones. */
const { METTLE_TEST_PACKAGES: REAL = '' } = process.env;
const why = SKIPPED || (REAL === '' ? 'METTLE_TEST_PACKAGES names no folder of packages' : '');

unless(why).describe.each(MECHANISMS)('numpy, pandas and matplotlib in %s', (mechanism) => {
  const { open } = useCpython(mechanism);
  const lent = (): Parameters<typeof open> => {
    return [
      createFileTree(),
      { memoryMegabytes: 512, timeoutSeconds: 60 },
      { packages: resolvePackages(REAL) },
    ];
  };

  it('compute with their compiled parts', async () => {
    const { run } = await open(...lent());
    const code =
      'import numpy as np\na = np.arange(6.0).reshape(2, 3)\n' +
      '((a @ a.T).tolist(), float(np.linalg.norm(a)), np.float64(1.5))';
    const { value, error } = await run(code);
    expect(error).toBeNull();
    expect(value).toEqual([
      [
        [5, 14],
        [14, 50],
      ],
      expect.closeTo(7.416198487),
      1.5,
    ]);
  });

  it('read a table of the tree and write one', async () => {
    const [files, ...rest] = lent();
    files?.writeText('sales.csv', 'day,sold\nmon,3\ntue,4\nmon,5\n');
    const { run } = await open(files, ...rest);
    const code =
      'import pandas as pd\ntable = pd.read_csv("sales.csv").groupby("day").sold.sum()\n' +
      'table.to_csv("sums.csv")\nprint(table.to_dict())';
    expect(await run(code)).toMatchObject({ error: null, stdout: "{'mon': 8, 'tue': 4}\n", stderr: '' });
    expect(files?.readText('sums.csv')).toBe('day,sold\nmon,8\ntue,4\n');
  });

  it('draw the same numbers where chance is seeded', async () => {
    const deterministic = resolveDeterministic({ seed: 5 });
    const [files, limits, settings] = lent();
    const code =
      'import numpy as np, pandas as pd\n[np.random.default_rng().random(), np.random.rand(), str(pd.Timestamp.now())]';
    const values: unknown[] = [];
    for (const _ of [1, 2]) {
      const { run } = await open(files, limits, { ...settings, deterministic });
      values.push((await run(code)).value);
    }
    expect(values[0]).toEqual(values[1]);
    expect(values[0]).toEqual([expect.any(Number), expect.any(Number), '2000-01-01 00:00:00']);
  });

  it('draw a plot that comes back as a file', async () => {
    const [files, ...rest] = lent();
    const { run } = await open(files, ...rest);
    const code =
      'import matplotlib.pyplot as plt\nplt.plot([1, 4, 9])\nplt.title("squares")\nplt.savefig("plot.png")';
    expect(await run(code)).toMatchObject({ error: null, stdout: '', stderr: '' });
    expect(
      Buffer.from(files?.readBytes('plot.png') ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(files?.changes().written).toEqual(['plot.png']);
  });
});
