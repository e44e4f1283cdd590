import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { strToU8, zipSync } from 'fflate';
import { MONTY_VERSION } from '../version.js';
import type { Wheel } from './wheels.js';

/** A wheel that a test made: a script that says its version, packed as the real ones are. */
export interface MadeWheel extends Wheel {
  readonly content: Uint8Array;
}

/** What a made wheel differs in from a right one. */
export interface WheelFaults {
  /** What the script says its version is. */
  readonly version?: string;
  readonly binary?: 'monty' | 'monty.exe';
  /** Whether RECORD has the hash of something else. */
  readonly wrongRecord?: boolean;
  /** Whether the binary is left out. */
  readonly noBinary?: boolean;
}

/** Makes a wheel. */
export function makeWheel(faults: WheelFaults = {}): MadeWheel {
  const info = `pydantic_monty_runtime-${MONTY_VERSION}.dist-info`;
  const path = `pydantic_monty_runtime-${MONTY_VERSION}.data/scripts/${faults.binary ?? 'monty'}`;
  const script = strToU8(`#!/bin/sh\necho "monty-runtime ${faults.version ?? MONTY_VERSION}"\n`);
  const hash = createHash('sha256')
    .update(faults.wrongRecord === true ? 'other' : script)
    .digest('base64url');
  const content = zipSync({
    ...(faults.noBinary === true ? {} : { [path]: [script, { attrs: 0o755 << 16, os: 3 }] }),
    [`${info}/METADATA`]: strToU8('Name: pydantic-monty-runtime\n'),
    [`${info}/sboms/monty-runtime.cyclonedx.json`]: strToU8('{"components": []}'),
    [`${info}/RECORD`]: strToU8(`${path},sha256=${hash},${script.length}\n${info}/RECORD,,\n`),
  });
  return {
    fileName: `pydantic_monty_runtime-${MONTY_VERSION}-py3-none-test_tag.whl`,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
  };
}

/** A server on this machine. */
export interface LocalServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly server: Server;
}

/** Starts a server that answers as told, until the test closes it. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://127.0.0.1:${port}`, server };
}
