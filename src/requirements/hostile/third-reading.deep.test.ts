import { expect, it } from 'vitest';
import { FunctionSignature } from '../behaviour/function-signature.js';
import { createChecker } from '../pipeline/checker.js';
import { ImportRestrictions } from '../python/import-restrictions.js';
import type { Requirement } from '../requirement.js';
import { NoFileUse, NoNetworkUse, NoSubprocessUse } from '../structure/no-side-effects.js';
import {
  FILES,
  MENTIONS,
  NETWORK,
  PROCESSES,
  SHADOWS,
  SIGNATURES,
  type Tried,
} from './third-reading.fixture.js';

const PLACES: readonly ((code: string) => string)[] = [
  (code) => code,
  (code) => `def f():\n${indented(code)}`,
  (code) => `class A:\n${indented(code)}`,
  (code) => `if False:\n${indented(code)}`,
];

function indented(code: string): string {
  return code.replace(/^/gm, '    ');
}

const mentions: Tried = { wrong: MENTIONS.flatMap((code) => PLACES.map((place) => place(code))), right: [] };

it.each<[string, Tried, Requirement]>([
  ['mentions', mentions, ImportRestrictions({ allowedImports: ['math'] })],
  ['shadows', SHADOWS, ImportRestrictions({ allowedImports: ['math'] })],
  ['signatures', SIGNATURES, FunctionSignature({ functionName: 'f', parameters: ['x'] })],
  ['files', FILES, NoFileUse()],
  ['network', NETWORK, NoNetworkUse()],
  ['processes', PROCESSES, NoSubprocessUse()],
])('a third hostile reading of %s', async (_, { wrong, right }, requirement) => {
  await using checker = createChecker({ requirements: [requirement] });
  const passes = async (code: string): Promise<boolean> =>
    (await checker.checkCode(code)).results[0]?.verdict === 'pass';
  const found: string[] = [];
  for (const code of wrong) if (await passes(code)) found.push(`passes: ${code}`);
  for (const code of right) if (!(await passes(code))) found.push(`fails: ${code}`);
  expect(found).toEqual([]);
});
