import { attributeRules } from './gaps/attributes.js';
import { classRules } from './gaps/classes.js';
import { exceptionRules } from './gaps/exceptions.js';
import { nameRules } from './gaps/names.js';
import { syntaxRules } from './gaps/syntax.js';
import { valueRules } from './gaps/values.js';
import { classObjectBase } from './rewrites/class-object-base.js';
import { importMember } from './rewrites/import-member.js';
import { importModule } from './rewrites/import-module.js';
import type { DialectRule } from './rule.js';

/** Every rule, in the order in which two edits of one span lie within each other, outer first. */
export const dialectRules: readonly DialectRule[] = [
  classObjectBase,
  importMember,
  importModule,
  ...syntaxRules,
  ...classRules,
  ...nameRules,
  ...exceptionRules,
  ...attributeRules,
  ...valueRules,
];
