/** Bundles consumer.mjs, which lies in the current folder, into a folder: `node build.mjs BUNDLER FOLDER`. */
import { join, resolve } from 'node:path';

const [bundler, folder] = process.argv.slice(2);
const entry = resolve('consumer.mjs');
const out = resolve(folder);

/** What CommonJS among the dependencies needs in a bundle of modules. */
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

const bundlers = {
  esbuild: () => withEsbuild({ splitting: false }),
  'esbuild, in chunks and minified': () => withEsbuild({ splitting: true, minify: true }),
  async rolldown() {
    const { rolldown } = await import('rolldown');
    const bundle = await rolldown({ input: entry, platform: 'node' });
    await bundle.write({ dir: out, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  },
  async webpack() {
    const { default: webpack } = await import('webpack');
    const compiler = webpack({
      mode: 'production',
      target: 'node20',
      entry,
      experiments: { outputModule: true },
      output: {
        path: out,
        filename: 'consumer.mjs',
        chunkFilename: '[name].mjs',
        module: true,
        chunkFormat: 'module',
      },
    });
    await new Promise((done, fail) => {
      compiler.run((error, stats) => {
        if (error) fail(error);
        else if (stats.hasErrors()) fail(new Error(stats.toString('errors-only')));
        else done();
      });
    });
  },
};

async function withEsbuild(options) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outdir: join(out),
    outExtension: { '.js': '.mjs' },
    banner: { js: REQUIRE },
    logLevel: 'error',
    ...options,
  });
}

await bundlers[bundler]();
