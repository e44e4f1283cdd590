// Starts the demo: `node start.mjs [--out DIR] [--seed N]`. Node 20 doesn't read TypeScript, so rolldown bundles it first.
import { rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const file = fileURLToPath(new URL(`.built/demo-${process.pid}.mjs`, import.meta.url));
const bundle = await rolldown({
  input: fileURLToPath(new URL('main.ts', import.meta.url)),
  platform: 'node',
  external: /^(node:|mettle|diff|countries-list)/,
  resolve: { extensionAlias: { '.js': ['.ts'] } },
  transform: { target: 'node20' },
});
try {
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  await import(pathToFileURL(file).href);
} finally {
  rmSync(file, { force: true });
}
