import { describe, expect, it } from 'vitest';
import { explain } from './explain.js';
import { ReplyLength } from './output/reply-length.js';
import { createChecker } from './pipeline/checker.js';
import { pythonCodeGenerationRequirements } from './python/python-code-generation-requirements.js';
import { PythonExecutionReq } from './python/python-execution-req.js';

describe('explain', () => {
  it('says what is checked, how, in which order, and what the model is told', async () => {
    const { requirements, text } = await explain(
      [...pythonCodeGenerationRequirements({ allowedImports: ['json'] }), ReplyLength({ maxChars: 10 })],
      { probe: async () => null },
    );
    expect(requirements.map(({ key }) => key)).toEqual([
      'PythonCodeExtraction',
      'PythonSyntaxValid',
      'ImportRestrictions',
      'PythonExecutionReq',
      'ReplyLength',
    ]);
    expect(text).toContain('5 requirements, judged in this order:');
    expect(text).toContain('3. ImportRestrictions: every import statement');
    expect(text).toContain('Import only from these modules: json.');
    expect(text).toContain('Not checked unless these pass: PythonCodeExtraction, PythonSyntaxValid.');
    expect(text).toContain('Can end a reply while it is being written.');
    expect(text).not.toContain('CANNOT');
  });

  it('names what keeps each field of a policy', async () => {
    const policy = { networkAccess: false };
    const { text } = await explain([PythonExecutionReq({ engine: 'cpython', policy })], {
      probe: async () => null,
    });
    expect(text).toContain(
      '1. PythonExecutionReq (cpython): run once in a sandbox: cpython; networkAccess false: ',
    );
  });

  it('says what this machine cannot check, and asks about each engine once', async () => {
    const asked: string[] = [];
    const { requirements, text } = await explain(pythonCodeGenerationRequirements({ engine: 'docker' }), {
      probe: async (engine) => {
        asked.push(engine);
        return 'no docker here';
      },
    });
    expect(asked).toEqual(['docker']);
    expect(requirements.find(({ engine }) => engine === 'docker')?.cannotCheck).toBe('no docker here');
    expect(text).toContain('CANNOT BE CHECKED ON THIS MACHINE: no docker here');
  });

  it('is what a checker says of its requirements', async () => {
    await using checker = createChecker({ requirements: [ReplyLength({ maxChars: 10 })] });
    expect((await checker.explain()).requirements).toMatchObject([{ key: 'ReplyLength', cannotCheck: null }]);
  });
});
