import { describe, expect, it } from 'vitest';
import { createChecker } from '../pipeline/checker.js';
import { pythonCodeGenerationRequirements } from './python-code-generation-requirements.js';

const ORDER = ['PythonCodeExtraction', 'PythonSyntaxValid', 'PythonExecutionReq'];
const names = (options?: Parameters<typeof pythonCodeGenerationRequirements>[0]): string[] =>
  pythonCodeGenerationRequirements(options).map(({ name }) => name);

describe('pythonCodeGenerationRequirements', () => {
  it('is always four, in a fixed order', () => {
    expect(names()).toEqual([...ORDER, 'NoImportRestrictions']);
    expect(names({ allowedImports: ['os'] })).toEqual([...ORDER, 'ImportRestrictions']);
    expect(names({ allowedImports: [], useSandbox: true })).toEqual([...ORDER, 'ImportRestrictions']);
    expect(
      names({ allowedImports: ['os'], outputLimitChars: 8000, timeoutSeconds: 10, useSandbox: true }),
    ).toEqual([...ORDER, 'ImportRestrictions']);
  });

  it('says what it will do in the descriptions', () => {
    expect(pythonCodeGenerationRequirements()[2].description).toContain('validation only');
    expect(pythonCodeGenerationRequirements()[2].description).not.toContain('Output limit');
    const sandboxed = pythonCodeGenerationRequirements({ useSandbox: true, outputLimitChars: 5000 });
    expect(sandboxed[2].description).toContain('sandbox');
    expect(sandboxed[2].description).toContain('5,000');
    expect(sandboxed[2].engine).toBe('auto');
    const restricted = pythonCodeGenerationRequirements({ allowedImports: ['os', 'sys'] });
    expect(restricted[3].description).toContain('os, sys');
  });

  it.each([
    ['timeoutSeconds', 0],
    ['timeoutSeconds', -5],
    ['timeoutSeconds', Number.NaN],
    ['outputLimitChars', 0],
    ['outputLimitChars', -1000],
    ['outputLimitChars', 1.5],
  ])('refuses %s = %d', (name, value) => {
    expect(() => pythonCodeGenerationRequirements({ [name]: value })).toThrowError(
      expect.objectContaining({
        code: 'core/invalid_option',
        message: expect.stringContaining(`: ${name} must be a `),
      }),
    );
  });

  it('refuses engines there are none of, and options that contradict each other', () => {
    expect(() => pythonCodeGenerationRequirements({ engine: 'local' as never })).toThrowError(
      expect.objectContaining({ code: 'core/invalid_option' }),
    );
    expect(() => pythonCodeGenerationRequirements({ useSandbox: true, engine: 'local_unsafe' })).toThrowError(
      expect.objectContaining({ code: 'requirements/conflicting_options' }),
    );
  });

  it('gives one root cause for a reply without code, and leaves the rest unchecked because of it', async () => {
    await using checker = createChecker({
      requirements: pythonCodeGenerationRequirements({ allowedImports: ['os'], engine: 'none' }),
    });
    const { results, ok } = await checker.check('no code here');
    expect(ok).toBe(false);
    expect(results.map(({ verdict, blockedBy }) => [verdict, blockedBy])).toEqual([
      ['fail', null],
      ['not_checked', 'PythonCodeExtraction'],
      ['not_checked', 'PythonCodeExtraction'],
      ['not_checked', 'PythonCodeExtraction'],
    ]);
  });

  it('accepts good code without execution, and says that it was not executed', async () => {
    await using checker = createChecker({ requirements: pythonCodeGenerationRequirements() });
    const report = await checker.check('```python\nprint(1)\n```');
    expect(report).toMatchObject({ ok: true, verdict: 'not_checked', score: 1 });
  });
});
