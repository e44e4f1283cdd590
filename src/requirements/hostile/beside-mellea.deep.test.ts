import { describe, expect, it } from 'vitest';
import { createChecker } from '../pipeline/checker.js';
import { ImportRestrictions } from '../python/import-restrictions.js';
import { PythonCodeExtraction } from '../python/python-code-extraction.js';
import { PythonSyntaxValid } from '../python/python-syntax-valid.js';
import { JUDGED_REPLIES } from './beside-mellea.fixture.js';

const requirements = [
  PythonCodeExtraction(),
  PythonSyntaxValid(),
  ImportRestrictions({ allowedImports: ['json', 'math'] }),
];

describe(`${JUDGED_REPLIES.length} replies of every kind`, () => {
  it.each(JUDGED_REPLIES.map((reply) => [reply.name, reply] as const))('%s', async (_, reply) => {
    await using checker = createChecker({ requirements });
    const { code, results } = await checker.check(reply.text);
    const [extraction, syntax, imports] = results.map(({ verdict }) => verdict);
    expect(code?.trim() ?? null).toBe(reply.code);
    expect(extraction).toBe(reply.code === null ? 'fail' : 'pass');
    expect(syntax === 'pass').toBe(reply.isValid);
    expect(imports === 'pass').toBe(reply.isAllowed);
  });
});
