const PLACEHOLDER = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Puts values in the place of each `{{name}}`; values are not searched for further ones. */
export function fillPromptTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : '',
  );
}

/** Why a template of a prompt can't be used, as a sentence: it names what there is not, or leaves the instructions out. */
export function promptTemplateProblem(template: unknown, known: readonly string[]): string | null {
  if (typeof template !== 'string') return 'promptTemplate has to be a text.';
  const names = Array.from(template.matchAll(PLACEHOLDER), ([, name]) => name ?? '');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return `promptTemplate has {{${unknown}}}; it can have {{${known.join('}}, {{')}}}.`;
  }
  return names.includes('instructions') ? null : 'promptTemplate has to have {{instructions}}.';
}
