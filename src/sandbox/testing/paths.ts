import { expect } from '../../core/internal.js';
import type { DefineCase } from './define-case.js';

/** Where the tree begins and ends, for code that does not keep to relative paths. */
export function pathCases(it: DefineCase): void {
  it('find the tree in the working folder, by relative and by absolute path', async ({ open }) => {
    const sandbox = await open({ files: { 'a.txt': 'a', 'sub/b.txt': 'b' } });
    const code =
      'import os\nhere = os.getcwd()\n' +
      '(here.endswith("/workspace"), open(here + "/a.txt").read(), open("sub/../a.txt").read(), ' +
      'open(os.path.abspath("sub/b.txt")).read(), sorted(os.listdir(here)))';
    expect((await sandbox.run(code)).value).toEqual([true, 'a', 'a', 'b', ['a.txt', 'sub']]);
  });

  it('are named in errors as the code wrote them', async ({ open }) => {
    const sandbox = await open();
    const code = 'try:\n  open("sub/missing.txt")\nexcept OSError as error:\n  print(error)';
    expect((await sandbox.run(code)).stdout).toBe("[Errno 2] No such file or directory: 'sub/missing.txt'\n");
  });

  it('find nothing of the tree outside of it, and write nothing there', async ({ open }) => {
    const sandbox = await open({ files: { 'a.txt': 'a' } });
    const code = `
def tried(path, mode):
    try:
        open(path, mode).close()
        return "opened"
    except FileNotFoundError:
        return "not found"
    except OSError:
        return "refused"
[tried("/a.txt", "r"), tried("../a.txt", "r"), tried("/made.txt", "w"), tried("../made.txt", "w")]
`;
    expect((await sandbox.run(code)).value).toEqual(['not found', 'not found', 'refused', 'refused']);
    expect(sandbox.files.changes()).toEqual({ written: [], deleted: [] });
  });
}
