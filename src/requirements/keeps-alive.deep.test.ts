import { expect, it } from 'vitest';
import { SKIPPED } from '../sandbox/cpython/test-engine.fixture.js';
import { NOT_BUILT, runAlone } from '../testing/run-alone.fixture.js';
import { unless } from '../testing/unless.fixture.js';

const REPLY = JSON.stringify('```python\nwhile True: pass\n```');
const BEGIN = `
const { checkReply, createChecker, ImportRestrictions, pythonCodeGenerationRequirements, repairLoop } = await mettle('requirements');
const requirements = pythonCodeGenerationRequirements({ engine: 'cpython', timeoutSeconds: 300 });
`;

const SITUATIONS: readonly (readonly [name: string, program: string, printed: string])[] = [
  [
    'a check is stopped while the code runs',
    `const checker = createChecker({ requirements });
const { ok } = await checker.check(${REPLY}, { signal: AbortSignal.timeout(1500) }).catch(() => ({ ok: false }));
console.log(ok);
await checker.close();`,
    'false',
  ],
  [
    'a repair loop is out of time while the code runs',
    `const { status } = await repairLoop({ task: 'Go.', generate: async () => ${REPLY}, requirements, budget: { seconds: 1.5 } });
console.log(status);`,
    'budget_exhausted',
  ],
  [
    'a reply is judged in a thread, which is left open',
    `const code = '\`\`\`python\\n' + 'x = 1\\n'.repeat(60_000) + '\`\`\`';
console.log((await checkReply(code, [ImportRestrictions({ allowedImports: ['math'] })])).verdict);`,
    'pass',
  ],
];

unless(SKIPPED || NOT_BUILT).describe('a program is kept alive', () => {
  it.concurrent.each(SITUATIONS)('where %s', async (_, program, printed) => {
    const run = await runAlone(`${BEGIN}${program}\nconsole.log('done');`);
    expect(run).toMatchObject({ status: 0, printed: [printed, 'done'] });
  });
});
