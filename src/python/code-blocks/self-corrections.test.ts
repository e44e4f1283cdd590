import { describe, expect, it } from 'vitest';
import { extractPythonCode } from './extract.js';

const F = '```';
const DRAFT = 'def half(n):\n    return n // 2';
const FINAL = 'def half(n):\n    return n / 2';
const block = (code: string): string => `${F}python\n${code}\n${F}\n`;
/** A reply in which words stand between two versions; `after` follows the second. */
const reply = (words: string, first = DRAFT, second = FINAL, after = ''): string =>
  `Here is the function:\n\n${block(first)}\n${words}\n\n${block(second)}\n${after}`;

describe('a self-correction is judged by its last version', () => {
  it.each([
    'Wait, that is wrong. Corrected:',
    'Wait, that is wrong:',
    'Hmm, this is incorrect for odd numbers. Let me fix it:',
    'Oops, I used the wrong operator. It must be:',
    "Actually, my first attempt is broken. Here's another try:",
    'The above code is wrong, because // rounds down. Use this instead:',
    'No, that does not work for odd numbers.',
    'Let me test it: half(3) prints 1, which is incorrect. So:',
    "That's a bad idea. Better:",
    'The output is wrong for odd numbers, so do not use it. Final answer:',
    'On second thought:',
    'The previous version had a bug. Revised version:',
    'You might be tempted to write that, so use this:',
    'A common mistake, which I made too. Fixed:',
    'The naive version fails for odd numbers; replace it by:',
  ])('%s', (words) => {
    const found = extractPythonCode(reply(words));
    expect(found.code).toBe(FINAL);
    const script = extractPythonCode(reply('Wait, that is wrong. Corrected:', 'a = 1\nb = 2', 'a = 1.5'));
    expect(script.code).toBe('a = 1.5');
  });
});

describe('an earlier version is kept', () => {
  it.each([
    'Alternatively, you can use floor division:',
    'A more concise way:',
    'You can also write it with a shift:',
    'Another approach is to use divmod:',
    'Do not write it like this:',
    'A common mistake is to write:',
    'A typical error is:',
    'You might be tempted to write:',
    'Beware of writing:',
    'Some people would write this, which fails:',
    'Note that this would be incorrect:',
    'Compare that with the naive version:',
    'This, on the other hand, fails for odd numbers:',
    'The following will not work:',
    'A pitfall:',
    'Not like this:',
    'An anti-pattern to steer clear of:',
    "It's easy to mix up the operator:",
    'A common wrong version is:',
    'This is wrong:',
    "Don't write this, it is wrong:",
    'For example, this buggy function rounds down:',
  ])('%s', (words) => {
    const found = extractPythonCode(reply(words, FINAL, DRAFT));
    expect(found).toMatchObject({ code: FINAL, decidedBy: 'marker', ambiguous: true });
    expect(found.findings[0]?.message).toContain('2 blocks');
  });

  it('where the words after the last version call it wrong', () => {
    const text = reply('Or:', FINAL, DRAFT, 'That is wrong for odd numbers, so use the first one.');
    expect(extractPythonCode(text).code).toBe(FINAL);
  });
});

it('says that a later version was taken', () => {
  const { findings, reason } = extractPythonCode(reply('On second thought:'));
  expect(findings).toMatchObject([{ rule: 'extraction/ambiguous', severity: 'warning' }]);
  expect(reason).toContain('it comes last of those that define the same');
});
