import type { AutoFix } from '../auto-fix.js';
import { applyFindingFixes } from './apply-finding-fixes.js';
import { removeUnusedForbiddenImports } from './remove-unused-imports.js';
import { repairSyntax } from './repair-syntax.js';
import { useHeadlessBackend } from './use-headless-backend.js';

/** The mechanical fixes that a repair loop tries before it asks the model again, in this order. */
export const defaultFixes: readonly AutoFix[] = [
  repairSyntax,
  applyFindingFixes,
  removeUnusedForbiddenImports,
  useHeadlessBackend,
];
