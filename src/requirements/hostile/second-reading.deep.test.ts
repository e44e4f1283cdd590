import { describe, expect, it } from 'vitest';
import { FunctionSignature } from '../behaviour/function-signature.js';
import { JsonOutput } from '../output/json-output.js';
import { MarkdownList, MarkdownTable } from '../output/markdown.js';
import { createChecker } from '../pipeline/checker.js';
import { ImportRestrictions } from '../python/import-restrictions.js';
import type { Requirement } from '../requirement.js';
import { NoFileUse, NoNetworkUse, NoSubprocessUse } from '../structure/no-side-effects.js';
import { EFFECT_TRIES, IMPORT_TRIES, SIGNATURE_TRIES, type Try } from './second-reading.fixture.js';
import { JSON_TRIES, LIST_TRIES, TABLE_TRIES } from './second-replies.fixture.js';

/** Tries that were judged wrong. */
async function wrongly(tries: readonly Try[], requirement: Requirement): Promise<readonly string[]> {
  await using checker = createChecker({ requirements: [requirement] });
  const wrong: string[] = [];
  for (const { name, code, isRight } of tries) {
    const { results } = await checker.checkCode(code);
    if ((results[0]?.verdict === 'pass') !== isRight) wrong.push(`${isRight ? 'fails' : 'passes'}: ${name}`);
  }
  return wrong;
}

describe('a second hostile reading', () => {
  it(`of imports: ${IMPORT_TRIES.length} tries`, async () => {
    const requirement = ImportRestrictions({ allowedImports: ['json', 'math'] });
    expect(await wrongly(IMPORT_TRIES, requirement)).toEqual([]);
  });

  it(`of signatures: ${SIGNATURE_TRIES.length} tries`, async () => {
    const requirement = FunctionSignature({ functionName: 'f', parameters: ['a', 'b'] });
    expect(await wrongly(SIGNATURE_TRIES, requirement)).toEqual([]);
  });

  it.each([
    ['files', NoFileUse()],
    ['network', NoNetworkUse()],
    ['processes', NoSubprocessUse()],
  ] as const)('of %s', async (effect, requirement) => {
    const tries = EFFECT_TRIES.filter((one) => one.requirement === effect);
    expect(await wrongly(tries, requirement)).toEqual([]);
  });
});

describe('a second hostile reading of replies', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'integer', minimum: 0 } },
  };

  it.each([
    ['JSON', JSON_TRIES, JsonOutput({ schema })],
    ['lists', LIST_TRIES, MarkdownList()],
    ['tables', TABLE_TRIES, MarkdownTable()],
  ] as const)('that should be %s', async (_, tries, requirement) => {
    await using checker = createChecker({ requirements: [requirement] });
    const wrong: string[] = [];
    for (const { text, isRight } of tries) {
      const { results } = await checker.check(text);
      if ((results[0]?.verdict === 'pass') !== isRight)
        wrong.push(`${isRight ? 'fails' : 'passes'}: ${text}`);
    }
    expect(wrong).toEqual([]);
  });
});
