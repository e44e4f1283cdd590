#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { runCli } from './run-cli.js';
import { systemCliWorld } from './system-world.js';

// A command is short. To optimise the parser of Python, a WebAssembly module of ten megabytes, would take several times
// longer than it saves; these Node versions are known to have the flags.
if (/^(?:20|22|24)\./.test(process.versions.node)) {
  setFlagsFromString('--wasm-tiering-budget=180000000');
  setFlagsFromString('--wasm-lazy-validation');
}

process.exitCode = await runCli(process.argv.slice(2), systemCliWorld());
