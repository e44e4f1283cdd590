import { expect, it } from 'vitest';
import { RandomStream } from '../../../core/index.js';
import { phrase } from './phrases.js';

const written = (ask: string): readonly string[] =>
  Array.from({ length: 80 }, (_, seed) =>
    phrase(ask, { answerKind: undefined, isRuled: false }, new RandomStream(seed, 'phrases')),
  );

it('writes the first word of a request small after a comma', () => {
  const texts = written('Please move it.');
  expect(texts.some((text) => text.startsWith('Hi, please move it.'))).toBe(true);
  expect(texts.some((text) => text.startsWith('Good morning. Please move it.'))).toBe(true);
});

it.each(['HR wants it.', 'Dr {doctor.name} is ill.', "I'm late.", '{guest.name} called.'])(
  'leaves the capital of %s',
  (ask) => {
    for (const text of written(ask)) expect(text).toContain(ask);
  },
);
