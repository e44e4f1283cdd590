import { afterAll, beforeAll, expect } from 'vitest';
import { canonicalJson, type Json, RandomStream } from '../../core/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { needs } from '../../testing/needs.fixture.js';
import { perturbInputs } from '../evidence/perturb-inputs.js';
import { openSearchSandbox } from '../python-runner.fixture.js';
import { searchScript } from '../search-script.js';

const { describe, it } = await needs('sandbox');

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSearchSandbox();
});
afterAll(() => sandbox.close());

describe('questions', () => {
  it('asks for the input on which scripts that fit every example disagree', async () => {
    const examples = [
      { input: 'ab-xyz', output: 'xyz' },
      { input: 'cd-uvw', output: 'uvw' },
      { input: 'ef-rst', output: 'rst' },
      { input: 'gh-opq', output: 'opq' },
    ];
    const options = { examples, budget: { maxEvaluations: 30_000 }, seed: 0, sandbox };
    const { question, guess } = await searchScript(options);
    if (question === undefined) throw new Error('no question');
    expect(examples.map(({ input }) => input)).not.toContain(question.input);
    expect(question.answers[0]?.script).toBe(guess?.script);
    const outputs = question.answers.map(({ output }) => canonicalJson(output));
    expect(new Set(outputs).size).toBe(outputs.length);
    expect(outputs.length).toBeGreaterThan(1);
    for (const { output, script } of question.answers) {
      for (const { input, output: wanted } of [...examples, { input: question.input, output }]) {
        const { value } = await sandbox.run(`${script}\ntransform(${canonicalJson(input)})`);
        expect(value).toEqual(wanted);
      }
    }
    expect((await searchScript(options)).question).toEqual(question);
  });

  it('asks about unlabelled inputs first', async () => {
    const { question } = await searchScript({
      examples: ['ab-xyz', 'cd-uvw', 'ef-rst', 'gh-opq'].map((input) => ({
        input,
        output: input.slice(3),
      })),
      unlabelled: ['abc-de'],
      budget: { maxEvaluations: 30_000 },
      seed: 0,
      sandbox,
    });
    expect(question?.input).toBe('abc-de');
  });
});

describe('perturbInputs', () => {
  const inputs: Json[] = [
    '3 red (x)',
    [1, 2, 3],
    { name: 'Ada', tags: ['a'], age: 3, on: true },
    [],
    '',
    null,
    0,
  ];

  it('makes new inputs of the same kind, the same for a seed', () => {
    const made = perturbInputs(inputs, new RandomStream(1, 'test'));
    expect(made).toEqual(perturbInputs(inputs, new RandomStream(1, 'test')));
    const texts = [...inputs, ...made].map(canonicalJson);
    expect(new Set(texts).size).toBe(texts.length);
    expect(made.length).toBeGreaterThan(10);
    expect(made.filter((one) => typeof one === 'object' && one !== null && 'name' in one)).not.toEqual([]);
  });

  it('leaves what nobody could answer', () => {
    expect(perturbInputs(['x'.repeat(300), null], new RandomStream(1, 'test'))).toEqual([]);
  });
});
