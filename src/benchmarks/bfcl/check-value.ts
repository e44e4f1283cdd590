import { isDict, type PythonValue, pythonEqual } from './python-value.js';

/** A text without case, blanks and the marks that answers are free in. */
function standard(text: string): string {
  return text
    .replace(/[ ,./\-_*^]/g, '')
    .toLowerCase()
    .replaceAll("'", '"');
}

function standardised(value: PythonValue): PythonValue {
  return typeof value === 'string' ? standard(value) : value;
}

/** Whether Python's `in` finds a value in a list. */
export function isAmong(value: PythonValue, answers: readonly PythonValue[]): boolean {
  return answers.some((answer) => pythonEqual(value, answer));
}

/** Whether a text is one of the answers. */
export function isText(value: string, answers: readonly PythonValue[]): boolean {
  const text = standard(value);
  return answers.some((answer) => typeof answer === 'string' && standard(answer) === text);
}

/** Whether a list is one of the answers. An answer that is text counts as its characters, as in Python: none for `""`. */
export function isList(value: readonly PythonValue[], answers: readonly PythonValue[]): boolean {
  const list = value.map(standardised);
  return answers.some((answer) => pythonEqual(list, itemsOf(answer).map(standardised)));
}

/** Whether a dict has the members of an answer, each with one of its values, and no others. */
export function isDictAmong(value: PythonValue, answers: readonly PythonValue[]): boolean {
  if (!isDict(value)) return false;
  return answers.some(
    (answer) =>
      isDict(answer) &&
      Object.entries(value).every(
        ([name, member]) =>
          Object.hasOwn(answer, name) &&
          isAmong(standardised(member), itemsOf(answer[name] as PythonValue).map(standardised)),
      ) &&
      Object.entries(answer).every(
        ([name, values]) => Object.hasOwn(value, name) || isAmong('', itemsOf(values)),
      ),
  );
}

/** Whether a list of dicts is one of the answers, dict by dict. */
export function isDictList(value: readonly PythonValue[], answers: readonly PythonValue[]): boolean {
  return answers.some((answer) => {
    const dicts = itemsOf(answer);
    return (
      dicts.length === value.length &&
      value.every((each, index) => isDictAmong(each, [dicts[index] as PythonValue]))
    );
  });
}

function itemsOf(value: PythonValue): readonly PythonValue[] {
  if (typeof value === 'string') return [...value];
  return Array.isArray(value) ? value : [];
}
