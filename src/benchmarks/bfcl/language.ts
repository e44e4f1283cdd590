import type { BfclLanguage } from '../cases/benchmark-case.js';
import { javaValue } from './java-literal.js';
import { javascriptValue } from './javascript-literal.js';
import { LONGEST_LITERAL } from './literal.js';
import type { PythonType, PythonValue } from './python-value.js';

/** How the parameters of functions in a language are judged. */
export interface LanguageRules {
  /** The types of BFCL's schemas as Python's. */
  readonly types: Readonly<Record<string, PythonType>>;
  /** Types whose items are checked, too. */
  readonly lists: readonly string[];
  /** The value of an argument, which is text in the language; null for Python, whose arguments are values. */
  readonly valueOf: ((text: string, type: string, items: string | null) => PythonValue) | null;
}

/** The rules of each language. Those of sets, queues, stacks and hash tables are in no checker: such arguments fail. */
export const LANGUAGES: Readonly<Record<BfclLanguage, LanguageRules>> = {
  python: {
    types: {
      string: 'str',
      integer: 'int',
      float: 'float',
      boolean: 'bool',
      array: 'list',
      tuple: 'list',
      dict: 'dict',
      any: 'str',
    },
    lists: ['array', 'tuple'],
    valueOf: null,
  },
  java: {
    types: {
      byte: 'int',
      short: 'int',
      integer: 'int',
      long: 'int',
      float: 'float',
      double: 'float',
      boolean: 'bool',
      char: 'str',
      String: 'str',
      any: 'str',
      Array: 'list',
      ArrayList: 'list',
      HashMap: 'dict',
    },
    lists: ['Array', 'ArrayList'],
    valueOf: (text, type, items) => (text.length > LONGEST_LITERAL ? text : javaValue(text, type, items)),
  },
  javascript: {
    types: {
      String: 'str',
      any: 'str',
      integer: 'int',
      Bigint: 'int',
      float: 'float',
      Boolean: 'bool',
      array: 'list',
      dict: 'dict',
    },
    lists: ['array'],
    valueOf: (text, type, items) =>
      text.length > LONGEST_LITERAL ? text : javascriptValue(text, type, items),
  },
};
