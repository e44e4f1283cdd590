import { describe, expect, it } from 'vitest';
import { ImportRestrictions } from '../python/import-restrictions.js';
import { pythonCodeGenerationRequirements } from '../python/python-code-generation-requirements.js';
import { createRequirement } from '../requirement.js';
import { passWith } from '../verdict.js';
import { createStrategy } from './create-strategy.js';
import { always, lastContent, python, script, word } from './loop.fixture.js';
import { neverStop } from './policies/stop-policies.js';
import { modelFriendlyRepair } from './presets/model-friendly-repair.js';
import { multiTurn } from './presets/multi-turn.js';
import { rejectionSampling } from './presets/rejection-sampling.js';
import { repairLoop } from './repair-loop.js';

describe('what the model is told', () => {
  it('the contract on the first attempt, without what is for checking alone', async () => {
    const model = script('fox');
    await repairLoop({
      generate: model.generate,
      task: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Name it.' },
      ],
      requirements: [
        word('fox'),
        createRequirement({
          name: 'secret',
          description: 'No elephants.',
          checkOnly: true,
          validate: () => passWith(''),
        }),
        ImportRestrictions({ allowedImports: ['json', 'math'] }),
      ],
      budget: { attempts: 1 },
    });
    expect(model.asked[0]).toHaveLength(2);
    expect(lastContent(model.asked[0])).toMatch(/^Name it\.\n\nThe answer is checked/);
    expect(lastContent(model.asked[0])).toContain('There must be fox.');
    expect(lastContent(model.asked[0])).toContain('json, math');
    expect(lastContent(model.asked[0])).not.toContain('elephants');
  });

  it('its own code with line numbers and the findings at their lines, replaced and not grown', async () => {
    const model = script(
      python('def f(x)\n    return x'),
      python('import socket\nprint(1)'),
      python('print(1)'),
    );
    const outcome = await repairLoop({
      generate: model.generate,
      task: 'Write it.',
      requirements: pythonCodeGenerationRequirements({ allowedImports: [] }),
      strategy: modelFriendlyRepair({ attempts: 3 }),
      fixes: [],
    });
    expect(outcome).toMatchObject({ status: 'ok', code: 'print(1)' });
    const second = lastContent(model.asked[1]);
    expect(second).toContain('1 | def f(x)\n  |         ^');
    expect(second).toContain('It fails one requirement:\n* PythonSyntaxValid: Syntax error at line 1');
    const third = lastContent(model.asked[2]);
    expect(third).toContain('1 | import socket');
    expect(third).not.toContain('def f(x)');
    expect(model.asked.map((messages) => messages.length)).toEqual([1, 1, 1]);
  });

  it('multiTurn: the whole conversation', async () => {
    const model = script('1', '2', '3');
    await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [always('fox')],
      strategy: createStrategy({ ...multiTurn({ attempts: 3 }), stop: neverStop }),
    });
    expect(model.asked.map((messages) => messages.map(({ role }) => role))).toEqual([
      ['user'],
      ['user', 'assistant', 'user'],
      ['user', 'assistant', 'user', 'assistant', 'user'],
    ]);
    expect(lastContent(model.asked[1])).toContain('* fox is missing');
  });

  it('rejection sampling: the same words and another seed', async () => {
    const model = script('1', '2');
    await repairLoop({
      generate: model.generate,
      task: 't',
      requirements: [always('fox')],
      strategy: rejectionSampling(),
      seed: 7,
    });
    expect(model.asked[1]).toEqual(model.asked[0]);
    expect(model.options.map(({ seed, attempt }) => [seed, attempt])).toEqual([
      [7, 1],
      [8, 2],
    ]);
  });
});

describe('mechanical fixes', () => {
  it('repair what they can without asking the model again, and keep the original', async () => {
    const outcome = await repairLoop({
      generate: script(python('import socket\nprint(1)')).generate,
      task: 't',
      requirements: pythonCodeGenerationRequirements({ allowedImports: ['json'] }),
    });
    expect(outcome).toMatchObject({ status: 'ok', usage: { modelCalls: 1 } });
    expect(outcome.code?.trim()).toBe('print(1)');
    expect(outcome.attempt?.fixes).toEqual(['removeUnusedForbiddenImports']);
    expect(outcome.attempt?.original?.report.ok).toBe(false);
  });

  it('are not kept where the reply is no better by them', async () => {
    const seen: string[] = [];
    const fix = (name: string, code: string) => ({
      name,
      apply: (report: { readonly code: string | null }) => {
        seen.push(report.code?.trim() ?? '');
        return code;
      },
    });
    const outcome = await repairLoop({
      generate: script(python('a = 1')).generate,
      task: 't',
      requirements: [always('fox'), word('= 1'), word('b')],
      fixes: [fix('same', 'c = 1'), fix('worse', 'c = 2'), fix('better', 'b = 1'), fix('equal', 'b = 1 # b')],
      budget: { attempts: 1 },
    });
    expect(seen).toEqual(['a = 1', 'a = 1', 'a = 1', 'b = 1']);
    expect(outcome.attempts[0]).toMatchObject({ fixes: ['better'], report: { code: 'b = 1' } });
    expect(outcome.attempts[0]?.original?.reply.text).toBe(python('a = 1'));
    const met = await repairLoop({
      generate: script(python('a = 1')).generate,
      task: 't',
      requirements: [word('b')],
      fixes: [fix('first', 'b = 1'), fix('second', 'b = 2')],
    });
    expect(met.attempt).toMatchObject({ fixes: ['first'], report: { code: 'b = 1' } });
  });

  it('leave used imports to the model', async () => {
    const outcome = await repairLoop({
      generate: script(python('import socket\nprint(socket)')).generate,
      task: 't',
      requirements: pythonCodeGenerationRequirements({ allowedImports: ['json'] }),
      budget: { attempts: 1 },
    });
    expect(outcome).toMatchObject({ status: 'budget_exhausted', attempts: [{ fixes: [], original: null }] });
  });
});
