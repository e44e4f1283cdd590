// Writes tasks.jsonl: small functions to write, each with tests that a reward server keeps from the trainer. Half of them
// are for training; none of the others asks for the same function.
import { writeFileSync } from 'node:fs';

const check = (name, cases) =>
  cases.map(([given, wanted]) => `assert ${name}(${given}) == ${wanted}`).join('\n');
const numbers = [2, 3, 5, 7, 10, 12, 20, 100];
const words = ['ab', 'x', 'hey', 'no', 'go!', '-', 'yes', '..'];

/** A function of each kind: its name, what it does, and the tests. */
const kinds = [
  (n) => [
    `add_${n}`,
    `x`,
    `returns x plus ${n}`,
    [
      ['1', 1 + n],
      ['10', 10 + n],
    ],
  ],
  (n) => [
    `times_${n}`,
    `x`,
    `returns x multiplied by ${n}`,
    [
      ['2', 2 * n],
      ['5', 5 * n],
    ],
  ],
  (n) => [
    `minus_${n}`,
    `x`,
    `returns x minus ${n}`,
    [
      ['50', 50 - n],
      ['0', -n],
    ],
  ],
  (n) => [
    `is_above_${n}`,
    `x`,
    `returns True if x is greater than ${n}, else False`,
    [
      [`${n + 1}`, 'True'],
      [`${n}`, 'False'],
    ],
  ],
  (n) => [
    `divides_by_${n}`,
    `x`,
    `returns True if x is divisible by ${n}, else False`,
    [
      [`${3 * n}`, 'True'],
      [`${3 * n + 1}`, 'False'],
    ],
  ],
  (n) => [
    `first_${n}`,
    `items`,
    `returns the first ${n} items of the list items`,
    [
      ['list(range(200))', `list(range(${n}))`],
      ['[1, 2]', n < 2 ? '[1]' : '[1, 2]'],
    ],
  ],
  (n) => [
    `repeat_${n}`,
    `text`,
    `returns the string text repeated ${n} times`,
    [
      ['"a"', `"a" * ${n}`],
      ['"bc"', `"bc" * ${n}`],
    ],
  ],
  (n) => [
    `power_${n}`,
    `x`,
    `returns x to the power of ${n}`,
    [
      ['2', `2 ** ${n}`],
      ['1', '1'],
    ],
  ],
  (_, word, at) => [
    `greet_${at}`,
    `text`,
    `returns the string text followed by "${word}"`,
    [
      ['"a"', `"a${word}"`],
      ['""', `"${word}"`],
    ],
  ],
  (_, word, at) => [
    `prefix_${at}`,
    `text`,
    `returns the string "${word}" followed by text`,
    [
      ['"a"', `"${word}a"`],
      ['""', `"${word}"`],
    ],
  ],
  (n) => [
    `sum_above_${n}`,
    `items`,
    `returns the sum of the numbers in items that are greater than ${n}`,
    [
      [`[${n}, ${n + 1}, ${n + 2}]`, 2 * n + 3],
      ['[]', '0'],
    ],
  ],
  (n) => [
    `max_or_${n}`,
    `items`,
    `returns the largest number in items, or ${n} if items is empty`,
    [
      ['[1, 4, 2]', '4'],
      ['[]', n],
    ],
  ],
  (n) => [
    `count_${n}`,
    `items`,
    `returns how often ${n} is in the list items`,
    [
      [`[${n}, 1, ${n}]`, '2'],
      ['[]', '0'],
    ],
  ],
  (n) => [
    `last_${n}`,
    `text`,
    `returns the last ${n} characters of the string text`,
    [
      ['"abcdefghijklmnopqrstuvwxyz" * 5', `("abcdefghijklmnopqrstuvwxyz" * 5)[-${n}:]`],
      ['"a"', '"a"'],
    ],
  ],
  (n) => [
    `halve_then_add_${n}`,
    `x`,
    `returns x divided by 2, plus ${n}`,
    [
      ['4', 2 + n],
      ['10', 5 + n],
    ],
  ],
  (n) => [
    `without_${n}`,
    `items`,
    `returns a list of the items that are not equal to ${n}`,
    [
      [`[1, ${n}, 4]`, '[1, 4]'],
      ['[]', '[]'],
    ],
  ],
];

const tasks = kinds.flatMap((kind, row) =>
  numbers.map((n, at) => {
    const [name, parameter, what, cases] = kind(n, words[at], at);
    const content = `Write a Python function ${name}(${parameter}) that ${what}. Reply with the code only.`;
    return {
      id: name,
      split: (row + at) % 2 === 0 ? 'train' : 'test',
      prompt: [{ role: 'user', content }],
      tests: check(name, cases),
    };
  }),
);
writeFileSync('tasks.jsonl', tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
console.log(
  `${tasks.length} tasks, ${tasks.filter(({ split }) => split === 'train').length} of them to train on.`,
);
