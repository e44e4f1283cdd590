// Two workers change the same folder at the same time. Each has a fork of it; their changes are merged, shown as a
// diff, and written to the folder only at the end.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from 'mettle';

const folder = mkdtempSync(join(tmpdir(), 'shop-'));
writeFileSync(join(folder, 'shop.py'), 'VAT = 19\n\ndef gross(net):\n    return net * (100 + VAT) / 100\n');
writeFileSync(join(folder, 'prices.csv'), 'item,net\npen,2\nbook,40\n');

const sandbox = await createSandbox({ workdir: folder });
const [left, right] = [await sandbox.fork(), await sandbox.fork()];
await Promise.all([
  left.run(`
text = open('shop.py').read()
open('shop.py', 'w').write(text.replace('VAT = 19', 'VAT = 7'))
`),
  right.run(`
open('prices.csv', 'a').write('ink,9\\n')
text = open('shop.py').read()
open('shop.py', 'w').write(text.replace('/ 100', '// 100'))
`),
]);

// Both changed shop.py, on different lines: no conflict.
for (const fork of [left, right]) {
  const { written, conflicts } = await sandbox.files.merge(fork.files);
  console.log('merged', written, 'conflicts', conflicts);
}
console.log(await sandbox.files.patch());

// The folder is still as it was. A commit writes what was reviewed, and nothing else.
console.log('before:', readFileSync(join(folder, 'shop.py'), 'utf8').split('\n')[0]);
await sandbox.files.commit(folder, { expect: await sandbox.files.review(folder) });
console.log('after:', readFileSync(join(folder, 'shop.py'), 'utf8').split('\n')[0]);

await Promise.all([left.close(), right.close(), sandbox.close()]);
rmSync(folder, { recursive: true });
