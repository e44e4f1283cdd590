import { expect, it } from 'vitest';
import { defineTaskGenerator, type TaskGeneratorDefinition } from './define-task-generator.js';

it('names what is missing in a definition and the generator whose draw throws', async () => {
  const draw = (): never => {
    throw new TypeError('stream.int is not a function');
  };
  expect(() => defineTaskGenerator({ name: 'pantry', draw } as unknown as TaskGeneratorDefinition)).toThrow(
    /defineTaskGenerator.*levels/,
  );
  const generator = defineTaskGenerator({ name: 'pantry', levels: [1], draw });
  await expect(generator.generate({ seed: 0, index: 0 })).rejects.toMatchObject({
    code: 'generation/draw_failed',
    message: "pantry can't draw a task: stream.int is not a function",
  });
});
