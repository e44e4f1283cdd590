import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileTree, type FileTree } from '../../filesystem/index.js';
import type { EngineRun } from '../engine.js';
import type { PythonValue } from '../python-value.js';
import { FileMirror } from './file-mirror.js';
import { frameHead } from './frames.js';
import { encodeMarshal } from './marshal-encode.js';
import { OutputCollector } from './output-collector.js';
import { type ExchangeResult, exchange } from './run-exchange.js';
import { SupervisorProcess } from './supervisor-process.js';
import { LIMITS } from './test-engine.fixture.js';

/** A real process in the place of the supervisor, which sends what a test makes it send. */
const PROGRAM = `
const send = (hex) => process.stdout.write(Buffer.from(hex, 'hex'));
const [ready, ends, ...parts] = JSON.parse(require('node:fs').readFileSync(process.env.SENDS, 'utf8'));
let seen = 0;
let pending = Buffer.alloc(0);
let isBundleRead = false;
process.stdin.on('data', (chunk) => {
  pending = Buffer.concat([pending, chunk]);
  for (;;) {
    if (pending.length < 4) return;
    const size = pending.readUInt32BE(0);
    if (pending.length < 4 + size) return;
    const kind = isBundleRead ? String.fromCharCode(pending[4]) : 'bundle';
    isBundleRead = true;
    pending = pending.subarray(4 + size);
    if (kind === 'C') send(ready);
    if (kind !== 'R') continue;
    for (const { hex, times } of parts) for (let n = 0; n < times; n++) send(hex);
    if (ends) process.stdout.end(() => process.exit());
  }
});
process.stdin.on('end', () => process.exit());
`;

/** Bytes to be sent, so many times over. */
export interface Sent {
  readonly bytes: Buffer;
  readonly times?: number;
}

/** A frame whose body is a value. */
export function frame(kind: string, value: PythonValue): Buffer {
  return rawFrame(kind, encodeMarshal(value));
}

/** A frame whose body is bytes. */
export function rawFrame(kind: string, body: Buffer): Buffer {
  return Buffer.concat([frameHead(kind, body.length), body]);
}

/** A frame that the code itself sent, as the supervisor passes it on. */
export function fromCode(letter: string, value: PythonValue): Buffer {
  return rawFrame('c', Buffer.concat([Buffer.from(letter), encodeMarshal(value)]));
}

/** The report with which an honest supervisor ends a run. */
export const ENDED: Buffer = frame('x', {
  reason: 'result',
  status: 0,
  seconds: 0,
  lost: false,
  files: null,
  held: 0,
});

/** What came of one run with a supervisor that sends `sent` when it is asked to run something. */
export interface LyingRun {
  readonly result: ExchangeResult;
  readonly process: SupervisorProcess;
  readonly output: OutputCollector;
  readonly files: FileTree;
}

/** Starts such a process, which may also end when it has sent all. */
export function startLying(sent: readonly Sent[], ends = false): Promise<SupervisorProcess> {
  const ready = frame('r', { version: '3.12.0', modules: [] });
  const parts = sent.map(({ bytes, times = 1 }) => ({ hex: bytes.toString('hex'), times }));
  const folder = mkdtempSync(join(tmpdir(), 'mettle-lying-'));
  const sends = join(folder, 'sends.json');
  writeFileSync(sends, JSON.stringify([ready.toString('hex'), ends, ...parts]));
  return SupervisorProcess.start({
    command: globalThis.process.execPath,
    args: ['-e', PROGRAM],
    user: null,
    environment: { SENDS: sends },
    settings: { ownProcesses: true } as never,
    cleanUp: async () => rmSync(folder, { recursive: true, force: true }),
  });
}

/** Starts such a process, does one run with it, and leaves ending it to the test. */
export async function runWith(
  sent: readonly Sent[],
  options: Partial<Pick<EngineRun, 'functions' | 'onOutput' | 'limits'>> = {},
): Promise<LyingRun> {
  const process = await startLying(sent);
  const { functions = {}, onOutput = null, limits = LIMITS } = options;
  const output = new OutputCollector(limits.maxOutputChars, onOutput);
  const files = createFileTree();
  const mirror = new FileMirror(files);
  const request = { kind: 'run' };
  const result = await exchange({ process, mirror, request, functions, limits, output, signal: null });
  return { result, process, output, files };
}
