/** What raises an error that says what is missing. */
export const FIRST_MATCH = `def first_match(pattern, text):
    """The first part of a text that matches a pattern"""
    match = re.search(pattern, text)
    if match is None:
        raise ValueError(f'no match of {pattern} in {text!r}')
    return match.group()`;

/** A call of {@link FIRST_MATCH}. */
export function firstMatch(pattern: string, text: string): string {
  return `first_match(r'${pattern}', ${text})`;
}
