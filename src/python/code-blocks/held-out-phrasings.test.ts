import { expect, it } from 'vitest';
import { extractPythonCode } from './extract.js';

/** Words between a draft and its correction: the second version is meant. Written after the rule, and not used to form it. */
const CORRECTIONS = [
  'Hold on, // truncates. The right operator is /:',
  'I made a mistake there. Fixed:',
  'Let me double-check: half(5) should be 2.5, but the code gives 2. Updated code:',
  'There is a bug in this code. The corrected code is:',
  "This doesn't work for odd numbers. Here's a version that does:",
  'That was wrong, sorry. It should read:',
  'Scratch that. New version:',
  'Ignore the code above, it is incorrect. Use:',
  'My mistake! The division has to be true division:',
  "Hmm, wait. That isn't right. Let me redo it:",
  'However, this implementation is flawed because it rounds down. A better implementation is:',
  'Checking for errors: the function uses integer division, which is a bad choice here. The fix:',
  '**Problem:** integer division.\n\n**Solution:**',
  '### Corrected version',
  '## Review\n\nThe function is incorrect for odd input.\n\n## Revised code',
  'The mistake in the first version is the use of `//`. Correct version:',
  'Oh no, this breaks for n = 1! Try this:',
  'On closer inspection the result is wrong for 7. This one is right:',
  'Actually, the task asks for floats, so we need:',
  'One issue: the test half(3) == 1.5 fails. After fixing that:',
  'Instead of `//`, we should use `/`:',
  'So the previous code is broken. We avoid that by using true division:',
  'Never mind, that one rounds. Final:',
  'I think I misread the question. What you want is:',
  'Correction:',
  'Edit: I should have used a single slash.',
  "I apologize for the error in my code. Here's what it should look like:",
  'The bug is that // floors. Changing it gives:',
  'To handle odd numbers correctly, change the operator:',
  'Wrong! Should be:',
];

/** Words after which a second version does not replace the first. */
const OTHERS = [
  'An alternative implementation:',
  'Alternatively, with a shift:',
  'You could also do this:',
  'Another option is:',
  'There is another way to do this, using floor division:',
  'A more compact version:',
  "Here's a wrong version, for comparison:",
  "Don't do this:",
  'A common mistake is to write:',
  'What to avoid:',
  'Bad:',
  'Here is an example of a buggy implementation:',
  'The following is incorrect:',
  'You might also see it written like so:',
];

const F = '```';
const block = (code: string): string => `${F}python\n${code}\n${F}\n`;

it('reads at least nine of ten phrasings that it was not made for', () => {
  const wrong = (words: string, second: string): boolean => {
    const first = second === 'n / 2' ? 'n // 2' : 'n / 2';
    const [one, two] = [first, second].map((half) => block(`def half(n):\n    return ${half}`));
    const text = `Here is a function that halves a number:\n\n${one}\n${words}\n\n${two}`;
    return !extractPythonCode(text).code.includes('n / 2');
  };
  const misread = [
    ...CORRECTIONS.filter((words) => wrong(words, 'n / 2')),
    ...OTHERS.filter((words) => wrong(words, 'n // 2')),
  ];
  expect(misread.length, misread.join('\n')).toBeLessThanOrEqual((CORRECTIONS.length + OTHERS.length) / 10);
});
