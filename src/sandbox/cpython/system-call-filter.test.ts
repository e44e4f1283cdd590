import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';

const folder = fileURLToPath(new URL('./python/', import.meta.url));
const skipped = spawnSync('python3', ['--version']).status === 0 ? '' : 'python3 is not installed';

/** What our own modules answer for a machine, outside any confinement: nothing is applied. */
function sizesOn(machine: string): unknown {
  const script = `
import importlib.util, itertools, json, sys, types
def load(name):
    spec = importlib.util.spec_from_file_location("mettle_" + name, sys.argv[1] + name + ".py")
    sys.modules["mettle_" + name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
load("system_calls")
confine = load("confine")
confine.os.uname = lambda: types.SimpleNamespace(machine=sys.argv[2])
try:
    print(json.dumps([len(confine.code_filter(*kinds).code) for kinds in itertools.product((False, True), repeat=4)]))
except confine.Confinement as error:
    print(json.dumps(str(error)))
`;
  const { stdout, stderr } = spawnSync('python3', ['-I', '-B', '-c', script, folder, machine], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

unless(skipped).describe('the system call filter', () => {
  it.each(['x86_64', 'aarch64'])(
    'is whole instructions of eight bytes on %s, in every variant',
    (machine) => {
      const sizes = sizesOn(machine) as readonly number[];
      expect(sizes).toHaveLength(16);
      for (const size of sizes) expect([size > 0, size % 8]).toEqual([true, 0]);
    },
  );

  it('is refused for a machine whose calls are not known', () => {
    expect(sizesOn('riscv64')).toContain('riscv64');
  });
});
