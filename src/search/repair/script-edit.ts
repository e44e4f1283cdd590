/** A change of one place of a script. */
export interface ScriptEdit {
  /** Offset of the first character that goes, in UTF-16 code units. */
  readonly start: number;
  /** Offset behind the last one. */
  readonly end: number;
  /** What comes in its place. */
  readonly text: string;
}

/** The script with the edit made. */
export function editScript(script: string, { start, end, text }: ScriptEdit): string {
  return script.slice(0, start) + text + script.slice(end);
}
