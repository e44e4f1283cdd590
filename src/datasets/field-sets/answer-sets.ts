import type { Json, JsonObject } from '../../core/index.js';
import { type FieldSet, fieldSet } from './field-set.js';
import { listIn, objectIn, textIn } from './row-fields.js';

const TEXT: JsonObject = { type: 'string' };
const TEXTS: JsonObject = { type: 'array', items: TEXT };
const ANSWERS = { answer: TEXT, answers: { ...TEXTS, description: 'Every answer that counts as right.' } };

/** Hard tasks of BIG-bench (BBH); `config` names the task. */
export const bbh: FieldSet = fieldSet({
  name: 'bbh',
  dataset: 'lukaemon/bbh',
  config: 'boolean_expressions',
  splits: ['test'],
  input: { question: '{{input}}' },
  output: { answer: '{{target}}' },
  inputFields: { question: TEXT },
  outputFields: { answer: TEXT },
});

/** Yes or no, by a passage (BoolQ). */
export const boolq: FieldSet = fieldSet({
  name: 'boolq',
  dataset: 'google/boolq',
  config: 'default',
  splits: ['train', 'validation'],
  input: { passage: '{{passage}}', question: '{{question}}' },
  output: { answer: '{{answer}}' },
  inputFields: { passage: TEXT, question: TEXT },
  outputFields: { answer: { type: 'boolean' } },
});

/** Questions whose answer is worked out from a passage (DROP). */
export const drop: FieldSet = fieldSet({
  name: 'drop',
  dataset: 'ucinlp/drop',
  config: 'default',
  splits: ['train', 'validation'],
  input: { passage: '{{passage}}', question: '{{question}}' },
  output: (row) => answersOf(listIn(objectIn(row, 'answers_spans'), 'spans')),
  inputFields: { passage: TEXT, question: TEXT },
  outputFields: ANSWERS,
});

/** Word problems of a primary school (GSM8K). `reasoning` is the solution in words, `answer` the number it ends in. */
export const gsm8k: FieldSet = fieldSet({
  name: 'gsm8k',
  dataset: 'openai/gsm8k',
  config: 'main',
  splits: ['train', 'test'],
  input: { question: '{{question}}' },
  output: (row) => {
    const text = textIn(row, 'answer');
    const at = text.lastIndexOf('####');
    const answer = text
      .slice(at + 4)
      .trim()
      .replaceAll(',', '');
    if (at === -1 || !Number.isFinite(Number(answer)) || answer === '')
      throw new TypeError('answer does not end in #### and a number');
    return { reasoning: text.slice(0, at).trim(), answer: Number(answer) };
  },
  inputFields: { question: TEXT },
  outputFields: { reasoning: TEXT, answer: { type: 'number' } },
});

/** Questions that take several articles to answer (HotpotQA, with distractors). */
export const hotpotqa: FieldSet = fieldSet({
  name: 'hotpotqa',
  dataset: 'hotpotqa/hotpot_qa',
  config: 'distractor',
  splits: ['train', 'validation'],
  input: (row) => {
    const context = objectIn(row, 'context');
    const sentences = listIn(context, 'sentences');
    const articles = listIn(context, 'title').map((title, index) => {
      const text: Json = sentences[index] ?? null;
      return { title, text: Array.isArray(text) ? text.join('') : text };
    });
    return { context: articles, question: textIn(row, 'question') };
  },
  output: { answer: '{{answer}}' },
  inputFields: {
    context: {
      type: 'array',
      items: { type: 'object', properties: { title: TEXT, text: TEXT }, required: ['title', 'text'] },
    },
    question: TEXT,
  },
  outputFields: { answer: TEXT },
});

/** Python functions to complete, with tests (HumanEval). */
export const humaneval: FieldSet = fieldSet({
  name: 'humaneval',
  dataset: 'openai/openai_humaneval',
  config: 'openai_humaneval',
  splits: ['test'],
  input: { prompt: '{{prompt}}', entry_point: '{{entry_point}}' },
  output: { canonical_solution: '{{canonical_solution}}', test: '{{test}}' },
  inputFields: { prompt: TEXT, entry_point: TEXT },
  outputFields: { canonical_solution: TEXT, test: TEXT },
});

/** Instructions that a program can check (IFEval). */
export const ifeval: FieldSet = fieldSet({
  name: 'ifeval',
  dataset: 'google/IFEval',
  config: 'default',
  splits: ['train'],
  input: { prompt: '{{prompt}}' },
  output: { instruction_id_list: '{{instruction_id_list}}', kwargs: '{{kwargs}}' },
  inputFields: { prompt: TEXT },
  outputFields: { instruction_id_list: TEXTS, kwargs: { type: 'array' } },
});

/** The last word of a passage (LAMBADA). */
export const lambada: FieldSet = fieldSet({
  name: 'lambada',
  dataset: 'EleutherAI/lambada_openai',
  config: 'default',
  splits: ['test'],
  input: (row) => ({ passage: lastWord(row).before }),
  output: (row) => ({ answer: lastWord(row).word }),
  inputFields: { passage: TEXT },
  outputFields: { answer: TEXT },
});

/** Small Python tasks with tests (MBPP). */
export const mbpp: FieldSet = fieldSet({
  name: 'mbpp',
  dataset: 'google-research-datasets/mbpp',
  config: 'full',
  splits: ['train', 'validation', 'test', 'prompt'],
  input: { prompt: '{{text}}', test_list: '{{test_list}}' },
  output: { code: '{{code}}' },
  inputFields: { prompt: TEXT, test_list: TEXTS },
  outputFields: { code: TEXT },
});

/** Questions whose answer is a piece of a passage (SQuAD). */
export const squad: FieldSet = fieldSet({
  name: 'squad',
  dataset: 'rajpurkar/squad',
  config: 'plain_text',
  splits: ['train', 'validation'],
  input: { context: '{{context}}', question: '{{question}}' },
  output: (row) => answersOf(listIn(objectIn(row, 'answers'), 'text')),
  inputFields: { context: TEXT, question: TEXT },
  outputFields: ANSWERS,
});

/** Questions that many people answer wrongly (TruthfulQA). */
export const truthfulqa: FieldSet = fieldSet({
  name: 'truthfulqa',
  dataset: 'truthfulqa/truthful_qa',
  config: 'generation',
  splits: ['validation'],
  input: { question: '{{question}}' },
  output: {
    answer: '{{best_answer}}',
    answers: '{{correct_answers}}',
    incorrect_answers: '{{incorrect_answers}}',
  },
  inputFields: { question: TEXT },
  outputFields: { ...ANSWERS, incorrect_answers: TEXTS },
});

function answersOf(answers: readonly Json[]): JsonObject {
  const [first] = answers;
  if (first === undefined) throw new TypeError('there is no answer');
  return { answer: first, answers: [...new Set(answers)] };
}

function lastWord(row: JsonObject): { readonly before: string; readonly word: string } {
  const text = textIn(row, 'text').trim();
  const at = text.lastIndexOf(' ');
  if (at === -1) throw new TypeError('text has one word only');
  return { before: text.slice(0, at), word: text.slice(at + 1) };
}
