import type { JsonObject } from '../../core/index.js';
import { type FieldSet, fieldSet } from './field-set.js';
import { letterOf, listIn, objectIn, textIn, wholeIn } from './row-fields.js';

const TEXT: JsonObject = { type: 'string' };
const CHOICES: JsonObject = {
  type: 'array',
  items: TEXT,
  description: 'The first is A, the second B, and so on.',
};
const LETTER: JsonObject = {
  type: 'string',
  pattern: '^[A-Z]$',
  description: 'The letter of the right choice.',
};

const QUESTION = { question: TEXT, choices: CHOICES };
const ANSWER = { answer: LETTER };

/** Science questions of schools, the harder part (AI2 ARC). */
export const arcChallenge: FieldSet = fieldSet({
  name: 'arc_challenge',
  dataset: 'allenai/ai2_arc',
  config: 'ARC-Challenge',
  splits: ['train', 'validation', 'test'],
  input: { question: '{{question}}', choices: '{{choices.text}}' },
  output: (row) => {
    const labels = listIn(objectIn(row, 'choices'), 'label');
    return { answer: letterOf(labels.indexOf(textIn(row, 'answerKey')), labels.length) };
  },
  inputFields: QUESTION,
  outputFields: ANSWER,
});

/** Questions about people in which a prejudice suggests an answer (BBQ). */
export const bbq: FieldSet = fieldSet({
  name: 'bbq',
  dataset: 'heegyu/bbq',
  config: 'Age',
  splits: ['test'],
  input: { context: '{{context}}', question: '{{question}}', choices: ['{{ans0}}', '{{ans1}}', '{{ans2}}'] },
  output: (row) => ({ answer: letterOf(wholeIn(row, 'label'), 3) }),
  inputFields: { context: TEXT, ...QUESTION },
  outputFields: ANSWER,
});

/** How a scene goes on (HellaSwag). */
export const hellaswag: FieldSet = fieldSet({
  name: 'hellaswag',
  dataset: 'Rowan/hellaswag',
  config: 'default',
  splits: ['train', 'validation'],
  input: { question: '{{ctx}}', choices: '{{endings}}' },
  output: (row) => ({ answer: letterOf(wholeIn(row, 'label'), listIn(row, 'endings').length) }),
  inputFields: QUESTION,
  outputFields: ANSWER,
});

/** Logic of civil-service examinations (LogiQA). */
export const logiqa: FieldSet = fieldSet({
  name: 'logiqa',
  dataset: 'lucasmccabe/logiqa',
  config: 'default',
  splits: ['train', 'validation', 'test'],
  input: { context: '{{context}}', question: '{{query}}', choices: '{{options}}' },
  output: (row) => ({ answer: letterOf(wholeIn(row, 'correct_option'), listIn(row, 'options').length) }),
  inputFields: { context: TEXT, ...QUESTION },
  outputFields: ANSWER,
});

/** Examination questions of 57 subjects (MMLU). */
export const mmlu: FieldSet = fieldSet({
  name: 'mmlu',
  dataset: 'cais/mmlu',
  config: 'all',
  splits: ['test', 'validation', 'dev', 'auxiliary_train'],
  input: { question: '{{question}}', choices: '{{choices}}' },
  output: (row) => ({ answer: letterOf(wholeIn(row, 'answer'), listIn(row, 'choices').length) }),
  inputFields: QUESTION,
  outputFields: ANSWER,
});

/** Which of two words fills a gap (WinoGrande). */
export const winogrande: FieldSet = fieldSet({
  name: 'winogrande',
  dataset: 'allenai/winogrande',
  config: 'winogrande_xl',
  splits: ['train', 'validation'],
  input: { question: '{{sentence}}', choices: ['{{option1}}', '{{option2}}'] },
  output: (row) => ({ answer: letterOf(wholeIn(row, 'answer') - 1, 2) }),
  inputFields: QUESTION,
  outputFields: ANSWER,
});
