import type { AutoFix } from '../auto-fix.js';
import { repairableFailures } from '../failures.js';
import { applyEdits } from './apply-edits.js';

/** Makes the mechanical repairs that the findings of failed requirements carry. */
export const applyFindingFixes: AutoFix = {
  name: 'applyFindingFixes',
  apply(report) {
    if (report.code === null) return null;
    const edits = repairableFailures(report).flatMap(({ findings }) =>
      findings.flatMap(({ fix }) => fix?.edits ?? []),
    );
    return edits.length === 0 ? null : applyEdits(report.code, edits);
  },
};
