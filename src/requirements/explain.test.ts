import { describe, expect, it } from 'vitest';
import { explain } from './explain.js';
import { ReplyLength } from './output/reply-length.js';
import { pythonCodeGenerationRequirements } from './python/python-code-generation-requirements.js';

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
    expect(text).toContain('3. ImportRestrictions (static): every import statement');
    expect(text).toContain('Import only from these modules: json.');
    expect(text).toContain('Not checked unless these pass: PythonCodeExtraction, PythonSyntaxValid.');
    expect(text).toContain('Can end a reply while it is being written.');
    expect(text).not.toContain('CANNOT');
  });

  it('says what this machine cannot check, and asks about each tier once', async () => {
    const asked: string[] = [];
    const { requirements, text } = await explain(pythonCodeGenerationRequirements({ tier: 'docker' }), {
      probe: async (tier) => {
        asked.push(tier);
        return 'no docker here';
      },
    });
    expect(asked).toEqual(['docker']);
    expect(requirements.find(({ tier }) => tier === 'docker')?.cannotCheck).toBe('no docker here');
    expect(text).toContain('CANNOT BE CHECKED ON THIS MACHINE: no docker here');
  });
});
