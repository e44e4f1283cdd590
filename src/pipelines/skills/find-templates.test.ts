import { expect, it } from 'vitest';
import { atOnce } from '../../core/internal.js';
import { findTemplates } from './find-templates.js';
import { sentencesOf } from './prompt-tokens.js';

it('takes a word that every object of JavaScript has as a member for a word', () => {
  const traces = [3, 5].map((points) => ({
    id: `run_${points}`,
    taskId: `task_${points}`,
    sentences: sentencesOf(`Which constructor has ${points} points?`),
    groups: [],
    skeleton: '',
    answer: points,
  }));
  const [asked] = atOnce(findTemplates(traces, new Set()));
  expect(asked?.template.sentences).toEqual([['which', 'constructor', 'has', 0, 'points', '?']]);
  expect(asked?.records.map(({ slots }) => slots)).toEqual([[3], [5]]);
});
