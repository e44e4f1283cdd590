import type { Wording } from './wording.js';

const OUTSIDE = 'syntax/outside-function';
const SCOPE = 'syntax/scope';

/**
 * Words for what the compiler refuses though the grammar accepts it; `text` is the source that the diagnostic marks.
 * Undefined for a rule that is none of the compiler's.
 */
export function wordCompilerRule(code: string, message: string, text: string): Wording | undefined {
  const name = /`([^`]+)`/.exec(message)?.[1] ?? '';
  switch (code) {
    case 'F404':
      return {
        rule: 'syntax/future-import',
        message: 'from __future__ imports must occur at the beginning of the file',
        hint: 'Move it above all other statements but the docstring.',
      };
    case 'F407':
      return {
        rule: 'syntax/future-import',
        message: `future feature ${name} is not defined`,
        hint: 'Remove the import, or name a feature that __future__ has.',
      };
    case 'F406':
      return {
        rule: SCOPE,
        message: 'import * only allowed at module level',
        hint: 'Import the names that are used, or move the import to the top.',
      };
    case 'F621':
      return {
        rule: 'syntax/invalid',
        message: 'too many expressions in star-unpacking assignment',
        hint: 'Unpack into fewer names.',
      };
    case 'F622':
      return {
        rule: 'syntax/invalid',
        message: 'multiple starred expressions in assignment',
        hint: 'Keep one starred name.',
      };
    case 'F701':
      return {
        rule: OUTSIDE,
        message: "'break' outside loop",
        hint: 'Use break inside a for or while loop only.',
      };
    case 'F702':
      return {
        rule: OUTSIDE,
        message: "'continue' not properly in loop",
        hint: 'Use continue inside a for or while loop only.',
      };
    case 'F704':
      return {
        rule: OUTSIDE,
        message: `'${name}' outside function`,
        hint:
          name === 'await'
            ? 'Await inside an `async def` and run it with asyncio.run(…).'
            : 'Yield inside a function only.',
      };
    case 'F706':
      return {
        rule: OUTSIDE,
        message: "'return' outside function",
        hint: 'Put the statement into a function, or print the value.',
      };
    case 'F707':
      return {
        rule: 'syntax/invalid',
        message: "default 'except:' must be last",
        hint: 'Move the bare except below the others.',
      };
    case 'PLE0115':
      return { rule: SCOPE, message: `name '${name}' is nonlocal and global`, hint: 'Keep one of the two.' };
    case 'PLE0116':
      return {
        rule: OUTSIDE,
        message: "'continue' not supported inside 'finally' clause",
        hint: 'Move the continue out of the finally block.',
      };
    case 'PLE0117':
      return {
        rule: SCOPE,
        message: `no binding for nonlocal '${name}' found`,
        hint: 'Bind the name in an enclosing function, or use global for a module variable.',
      };
    case 'PLE0118':
      return {
        rule: SCOPE,
        message: `name '${name}' is used prior to global declaration`,
        hint: 'Move the global statement to the top of the function.',
      };
    case 'PLE1142':
      return { rule: OUTSIDE, ...awaitOutside(text) };
    default:
      return undefined;
  }
}

function awaitOutside(text: string): { readonly message: string; readonly hint: string } {
  const hint = 'Make the enclosing function `async def`.';
  if (/^async\s+with\b/.test(text)) return { message: "'async with' outside async function", hint };
  if (/^await\b/.test(text)) return { message: "'await' outside async function", hint };
  if (/^async\s+for\b[^\n]*:\s*(?:#.*)?(?:\n|$)/.test(text)) {
    return { message: "'async for' outside async function", hint };
  }
  return { message: 'asynchronous comprehension outside of an asynchronous function', hint };
}
