import type { AutoFix } from '../auto-fix.js';

/** Selects matplotlib's Agg backend, in the first line, where a plot was drawn without choosing any. */
export const useHeadlessBackend: AutoFix = {
  name: 'useHeadlessBackend',
  apply(report) {
    const failed = report.results.find(
      ({ requirement, verdict, findings }) =>
        requirement === 'MatplotlibHeadlessBackend' &&
        verdict === 'fail' &&
        findings.some(({ rule }) => rule === 'plotting/no-backend'),
    );
    if (failed === undefined || report.code === null) return null;
    const lines = report.code.split('\n');
    const future = lines.findLastIndex((line) => /^from __future__ import /.test(line));
    lines.splice(future + 1, 0, 'import matplotlib; matplotlib.use("Agg")');
    return lines.join('\n');
  },
};
