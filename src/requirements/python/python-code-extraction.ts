import { counted } from '../../core/internal.js';
import {
  type CommonOptions,
  checkCommonOptions,
  commonOptions,
  createRequirement,
  type Requirement,
} from '../requirement.js';
import { failWith, passWith } from '../verdict.js';

/**
 * The reply holds Python code that can be told apart from the words around it: a fenced block, the argument of a
 * tool call that takes Python, or nothing but code. What was found is `report.code`. A block that was cut off and does
 * not parse fails here; several blocks that could be meant are a finding of severity `warning`.
 */
export function PythonCodeExtraction(options: CommonOptions = {}): Requirement {
  checkCommonOptions(options, 'PythonCodeExtraction');
  return createRequirement({
    name: 'PythonCodeExtraction',
    description: 'Answer with the complete code in one fenced block that starts with ```python.',
    how: 'code blocks are found as CommonMark defines them and ranked; the best one is the code',
    ...commonOptions(options),
    recipe: { make: 'PythonCodeExtraction', options: options },
    memoise: true,
    validate({ code, noCodeReason, extractionFindings: findings }) {
      if (code === null) return failWith(noCodeReason, { findings });
      const broken = findings.find(({ severity }) => severity === 'error');
      if (broken !== undefined) return failWith(`${broken.message}. ${broken.hint}`, { findings });
      const lines = code.trimEnd().split('\n').length;
      return passWith(`Python code found: ${counted(lines, 'line')}.`, { findings });
    },
  });
}
