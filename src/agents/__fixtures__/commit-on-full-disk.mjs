/**
 * `node commit-on-full-disk.mjs FOLDER`: an agent on a folder whose disk is nearly full; its commit finds no space, and is made
 * again after space was freed. Prints what was seen as JSON.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeepAgent } from 'mettle/agents';
import { scriptedModel } from 'mettle/testing';

const [, , folder] = process.argv;
const path = (name) => join(folder, name);
writeFileSync(path('old.txt'), 'old');
writeFileSync(path('filler'), '');
const write = (name, content) => ({ name: 'write_file', input: { path: name, content } });
const large = 'x'.repeat(100_000);
const model = scriptedModel([
  { toolCalls: [write('old.txt', 'new'), write('deep/a.txt', 'a'), write('large.txt', large)] },
  'Written.',
]);
const { sandbox } = await new DeepAgent({ model, workdir: folder }).call('Write.');
const review = await sandbox.review();
for (let size = 65_536; size >= 4_096; ) {
  try {
    writeFileSync(path('filler'), 'x'.repeat(size), { flag: 'a' });
  } catch {
    size /= 2;
  }
}
const before = readdirSync(folder).sort();
const refused = await sandbox.commit({ expect: review }).catch(({ code, message }) => ({ code, message }));
const after = readdirSync(folder).sort();
const kept = readFileSync(path('old.txt'), 'utf8');
rmSync(path('filler'));
const done = await sandbox.commit({ expect: await sandbox.review() });
const written = ['old.txt', 'deep/a.txt', 'large.txt'].map((name) => readFileSync(path(name), 'utf8').length);
console.log(
  JSON.stringify({ before, refused, after, kept, done, written, left: readdirSync(folder).sort() }),
);
