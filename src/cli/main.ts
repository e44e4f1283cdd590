#!/usr/bin/env node
import { runCli } from './run-cli.js';
import { systemCliWorld } from './system-world.js';

process.exitCode = await runCli(process.argv.slice(2), systemCliWorld());
