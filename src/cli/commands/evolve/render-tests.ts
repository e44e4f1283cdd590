import type { InputOutput } from '../../../training/index.js';
import type { NamedTask } from './read-tasks.js';

/**
 * A test file that runs a script on the examples of its task: with `python3 FILE`, `python3 -m unittest` or pytest, and
 * nothing else installed.
 *
 * @param suspects - examples that seem to be wrong, which are left out
 */
export function renderTests(
  { name, task, test }: NamedTask,
  script: string,
  suspects: readonly InputOutput[] = [],
): string {
  const wrong = new Set(suspects.map((example) => exampleLine(example)));
  const examples = [...task.examples, ...(task.holdout ?? []), ...test].filter(
    (example) => !wrong.has(exampleLine(example)),
  );
  return `"""Runs ${pythonText(script)} on the examples of ${pythonText(name)}."""
import importlib.util
import json
import pathlib
import unittest

PLACE = pathlib.Path(__file__).with_name(${JSON.stringify(script)})
SPEC = importlib.util.spec_from_file_location('script', PLACE)
SCRIPT = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(SCRIPT)

# One example a line: the input and the output, as JSON.
EXAMPLES = [
${examples.map((example) => `    ${exampleLine(example)},`).join('\n')}
]


class Examples(unittest.TestCase):
    def test_examples(self):
        for value, expected in EXAMPLES:
            with self.subTest(input=value):
                self.assertEqual(SCRIPT.transform(json.loads(value)), json.loads(expected))


if __name__ == '__main__':
    unittest.main()
`;
}

/** Whether a file that begins so is one of {@link renderTests}. */
export function isRenderedTests(head: string): boolean {
  return /^"""Runs .* on the examples of .*\."""\nimport importlib\.util\n/.test(head);
}

/** Text of JSON is text of Python when it is written as JSON once more. */
function exampleLine({ input, output }: InputOutput): string {
  return `(${[input, output].map((value) => quoted(JSON.stringify(value))).join(', ')})`;
}

function quoted(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) && !/['\\]/.test(text) ? `'${text}'` : JSON.stringify(text);
}

function pythonText(name: string): string {
  return name.replace(/[^\w .-]/g, '_');
}
