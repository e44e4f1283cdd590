/** What a requirement of the bundle asks, in a few words. */
const LABELS: Readonly<Record<string, string>> = {
  PythonCodeExtraction: 'code found',
  PythonSyntaxValid: 'syntax',
  PythonExecutionReq: 'runs',
  ImportRestrictions: 'imports',
  OutputSizeLimit: 'output size',
  TypesHold: 'types',
};

/** A requirement as a person reads it: what it asks, with its class name where that differs. */
export function labelOf(requirement: string): string {
  const label = LABELS[requirement];
  return label === undefined ? requirement : `${label} (${requirement})`;
}
