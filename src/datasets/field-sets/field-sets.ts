import {
  bbh,
  boolq,
  drop,
  gsm8k,
  hotpotqa,
  humaneval,
  ifeval,
  lambada,
  mbpp,
  squad,
  truthfulqa,
} from './answer-sets.js';
import { arcChallenge, bbq, hellaswag, logiqa, mmlu, winogrande } from './choice-sets.js';
import type { FieldSet } from './field-set.js';

/**
 * Public evaluation sets, by name. None comes with Mettle: each is read from your file or from the Hugging Face
 * datasets server, under its own licence.
 */
export const fieldSets: {
  readonly [Name in
    | 'arc_challenge'
    | 'bbh'
    | 'bbq'
    | 'boolq'
    | 'drop'
    | 'gsm8k'
    | 'hellaswag'
    | 'hotpotqa'
    | 'humaneval'
    | 'ifeval'
    | 'lambada'
    | 'logiqa'
    | 'mbpp'
    | 'mmlu'
    | 'squad'
    | 'truthfulqa'
    | 'winogrande']: FieldSet;
} = {
  arc_challenge: arcChallenge,
  bbh,
  bbq,
  boolq,
  drop,
  gsm8k,
  hellaswag,
  hotpotqa,
  humaneval,
  ifeval,
  lambada,
  logiqa,
  mbpp,
  mmlu,
  squad,
  truthfulqa,
  winogrande,
};
