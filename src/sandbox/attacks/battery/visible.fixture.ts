/** What Landlock alone does not hide, by case, and where the documentation says why. */
export const VISIBLE: Readonly<Record<string, string>> = {
  'monty: existence': 'docs/sandbox-engines.md, "What is left"',
};
