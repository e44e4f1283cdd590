import type { Report } from '../pipeline/report.js';

/** A mechanical repair that needs no model. */
export interface AutoFix {
  readonly name: string;
  /** The repaired code, or null where this fix has nothing to do. Pure: the same report gives the same code. */
  apply(report: Report): string | null;
}

/** Code as the fenced block that extraction reads back unchanged. */
export function fencePython(code: string): string {
  let fence = '```';
  while (code.includes(fence)) fence += '`';
  return `${fence}python\n${code}${code.endsWith('\n') ? '' : '\n'}${fence}\n`;
}
