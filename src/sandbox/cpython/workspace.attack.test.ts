import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';

const folder = fileURLToPath(new URL('./python/', import.meta.url));
const skipped = spawnSync('python3', ['--version']).status === 0 ? '' : 'python3 is not installed';

/**
 * Our own module, outside any confinement, works in a folder while another process swaps one of its folders for a link
 * that leads out, as fast as it can. What lies outside must stay as it is, whatever is refused meanwhile.
 */
const RACE = `
import ctypes, importlib.util, json, os, shutil, signal, sys, tempfile

def load(name):
    spec = importlib.util.spec_from_file_location("mettle_" + name, sys.argv[1] + name + ".py")
    sys.modules["mettle_" + name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

load("folders")
workspace = load("workspace")
made = tempfile.mkdtemp(prefix="mettle-race-")
inside, outside = made + "/inside", made + "/outside"
deep = "/".join(map(str, range(30)))
for root in (inside + "/d/", outside + "/"):
    os.makedirs(root + deep)
    os.mkdir(root + "closed", 0)
    with open(root + "kept", "w") as file: file.write("kept")
    os.chmod(root + "kept", 0)
os.symlink(outside, inside + "/link")

def state():
    found = {path: sorted(folders + files) for path, folders, files in os.walk(outside)}
    modes = [os.lstat(outside + "/" + name).st_mode for name in ("", "kept", "closed") if os.path.lexists(outside + "/" + name)]
    return found, modes

before = state()
swapper = os.fork()
if swapper == 0:
    libc = ctypes.CDLL(None)
    while True: libc.renameat2(-100, os.fsencode(inside + "/d"), -100, os.fsencode(inside + "/link"), 2)
done = refused = 0
try:
    here = workspace.Workspace(inside)
    for number in range(120):
        path = "d/%s/%d" % (deep, number)
        for operation in (("f", path, 0o644, b"of the tree"), ("d", path + "-d", 0o755), ("s", path + "-s", 0o644, 9),
                          ("d", "d/closed", 0o755), ("f", "d/new", 0o600, b""), ("x", "d/kept"), ("x", path)):
            try:
                here.apply([operation])
                done += 1
            except OSError:
                refused += 1
        if number % 10 == 0:
            try: list(here.changes(1 << 20, 0))
            except OSError: refused += 1
finally:
    os.kill(swapper, signal.SIGKILL)
    os.waitpid(swapper, 0)
    after = state()
    if os.path.exists(outside + "/closed"): os.chmod(outside + "/closed", 0o700)
    shutil.rmtree(made, ignore_errors=True)
print(json.dumps({"done": done > 0, "refused": refused > 0, "same": before == after}))
`;

unless(skipped).describe('attacks on the folder that the supervisor writes to', () => {
  it('are led out by no folder that is swapped for a link meanwhile', () => {
    const { stdout, stderr } = spawnSync('python3', ['-I', '-B', '-c', RACE, folder], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ done: true, refused: true, same: true });
  });
});
