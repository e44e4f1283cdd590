import { attributeRules } from './gaps/attributes.js';
import { classRules } from './gaps/classes.js';
import { exceptionRules } from './gaps/exceptions.js';
import { memberRules } from './gaps/members.js';
import { nameRules } from './gaps/names.js';
import { objectText } from './gaps/object-texts.js';
import { swallowingFinally } from './gaps/swallowing-finally.js';
import { syntaxRules } from './gaps/syntax.js';
import { characterCall, textCharacters } from './gaps/text-characters.js';
import { valueRules } from './gaps/values.js';
import { anyAll } from './rewrites/any-all.js';
import { assignSlice } from './rewrites/assign-slice.js';
import { booleanArithmetic } from './rewrites/boolean-arithmetic.js';
import { caughtException } from './rewrites/caught-exception.js';
import { centerCall } from './rewrites/center-call.js';
import { classObjectBase } from './rewrites/class-object-base.js';
import { classOf } from './rewrites/class-of.js';
import { compareSets } from './rewrites/compare-sets.js';
import { dataclassDecorator } from './rewrites/dataclass-decorator.js';
import { dateText } from './rewrites/date-text.js';
import { deleteItems } from './rewrites/delete-items.js';
import { exitMethod } from './rewrites/exit-method.js';
import { floatDivision } from './rewrites/float-division.js';
import { functionName } from './rewrites/function-name.js';
import { importMember } from './rewrites/import-member.js';
import { importModule } from './rewrites/import-module.js';
import { isinstanceUnion } from './rewrites/isinstance-union.js';
import { lazyCall } from './rewrites/lazy-call.js';
import { lazyGenerator } from './rewrites/lazy-generator.js';
import { memberAccess } from './rewrites/member-access.js';
import { memberAssignment } from './rewrites/member-assignment.js';
import { mergeDictionaries } from './rewrites/merge-dictionaries.js';
import { methodDecorator } from './rewrites/method-decorator.js';
import { methodValue } from './rewrites/method-value.js';
import { missingFunction } from './rewrites/missing-function.js';
import { moduleMember } from './rewrites/module-member.js';
import { nameMangling } from './rewrites/name-mangling.js';
import { nextCall } from './rewrites/next-call.js';
import { nextLine } from './rewrites/next-line.js';
import { openNewline } from './rewrites/open-newline.js';
import { percentFormat } from './rewrites/percent-format.js';
import { power } from './rewrites/power.js';
import { printToFile } from './rewrites/print-to-file.js';
import { readLines } from './rewrites/read-lines.js';
import { regularExpression } from './rewrites/regular-expression.js';
import { roundCall } from './rewrites/round-call.js';
import { shownType } from './rewrites/shown-type.js';
import { substituteFunction } from './rewrites/substitute-function.js';
import { sumCall } from './rewrites/sum-call.js';
import { translateCall } from './rewrites/translate-call.js';
import { trueDivision } from './rewrites/true-division.js';
import { typeAlias } from './rewrites/type-alias.js';
import { unpackTargets } from './rewrites/unpack-targets.js';
import { updateDictionary } from './rewrites/update-dictionary.js';
import { writeLines } from './rewrites/write-lines.js';
import type { DialectRule } from './rule.js';

/** Every rule, in the order in which two edits of one span lie within each other, outer first. */
export const dialectRules: readonly DialectRule[] = [
  caughtException,
  exitMethod,
  anyAll,
  assignSlice,
  booleanArithmetic,
  centerCall,
  classObjectBase,
  classOf,
  compareSets,
  dateText,
  deleteItems,
  floatDivision,
  functionName,
  importMember,
  importModule,
  isinstanceUnion,
  lazyCall,
  lazyGenerator,
  mergeDictionaries,
  methodValue,
  missingFunction,
  moduleMember,
  shownType,
  substituteFunction,
  dataclassDecorator,
  methodDecorator,
  memberAssignment,
  updateDictionary,
  memberAccess,
  translateCall,
  trueDivision,
  nameMangling,
  nextCall,
  nextLine,
  openNewline,
  percentFormat,
  power,
  printToFile,
  readLines,
  regularExpression,
  roundCall,
  sumCall,
  typeAlias,
  unpackTargets,
  writeLines,
  ...syntaxRules,
  ...classRules,
  ...memberRules,
  ...nameRules,
  ...exceptionRules,
  swallowingFinally,
  ...attributeRules,
  ...valueRules,
  objectText,
  characterCall,
  textCharacters,
];
