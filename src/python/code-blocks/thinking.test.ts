import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractPythonCode } from './extract.js';

const F = '```';
const block = (code: string, info = 'python'): string => `${F}${info}\n${code}\n${F}\n`;
const GOOD = 'print("good")';
const ANSWER = `Here:\n${block(GOOD)}`;

describe('the thinking before an answer', () => {
  it.each([
    ['a fence that closes at the end of the thinking', `<think>try ${F}python\nbad()\n${F}</think>\n`],
    ['a fence that closes beside its tag', `<think>\n${F}python\nbad()\n${F} </think>\n`],
    ['a fence that never closes', `<think>\n${F}python\nbad()\n</think>\n`],
    ['a fence that never closes, the tag at a line end', `<think>\n${F}python\nbad()</think>\n`],
    ['the tag thinking', `<thinking>\n${F}python\nbad()\n</thinking>\n`],
    ['the tag reasoning', `<reasoning>${F}python\nbad()</reasoning>\n`],
    ['tags in capitals', `<THINK>\n${F}python\nbad()</THINK>\n`],
    ['an opening tag that the prompt held', `try ${F}python\nbad()\n${F}</think>\n`],
    ['an opening tag that the prompt held, a fence that never closes', `try\n${F}python\nbad()\n</think>\n`],
    ['the same, the tag at a line end', `try\n${F}python\nbad()\n${F}\nor ${F}py\nworse()</think>\n`],
    ['code that is longer', `<think>\n${block('a = 1\nb = 2\nc = 3\nd = 4')}</think>\n`],
    ['two sections', `<think>\n${F}python\nbad()</think>\n<think>\n${F}python\nworse()</think>\n`],
    ['a tag in a string', `<think>\n${block('print("</think>")')}</think>\n`],
    ['a tag in prose', `<think>\nI close with \`</think>\`.\n${F}python\nbad()\n</think>\n`],
  ])('gives way to the answer: %s', (_, thinking) => {
    expect(extractPythonCode(`${thinking}${ANSWER}`)).toMatchObject({ code: GOOD, ambiguous: false });
  });

  it('gives way to an answer that does not parse, so that its author hears of it', () => {
    const { code, decidedBy } = extractPythonCode(`<think>\n${block('a = 1')}</think>\n${block('x = (')}`);
    expect({ code, decidedBy }).toEqual({ code: 'x = (', decidedBy: 'marker' });
  });

  it('gives way to the call of a tool', () => {
    const toolCalls = [{ name: 'python', arguments: { code: GOOD } }];
    expect(extractPythonCode(`<think>\n${block('a = 1')}</think>\n`, { toolCalls }).code).toBe(GOOD);
  });

  it('is read where the answer holds no code', () => {
    expect(extractPythonCode(`<think>\n${block('a = 1')}</think>\nAs above.`).code).toBe('a = 1');
    expect(extractPythonCode(`<think>\n${block('a = 1')}`).code).toBe('a = 1');
  });

  it.each([
    ['in a string', 'print("</think>")'],
    ['between both tags in a string', 'text = """\n<think>\nno\n</think>\n"""\nprint(text)'],
    ['beside code', "parts = reply.split('</think>')\nprint(parts[-1])"],
  ])('is not seen in the code of an answer: %s', (_, code) => {
    expect(extractPythonCode(block(code))).toMatchObject({ code, decidedBy: 'only' });
    expect(extractPythonCode(`<think>\n${F}py\nbad()</think>\n${block(code)}`).code).toBe(code);
    expect(extractPythonCode(`Here:\n${block(code)}\nOutput:\n\n${block('x = 1')}`).code).toBe(code);
  });

  it('never changes what the answer after it gives', () => {
    const parts = fc.constantFrom(`${F}python\n`, `${F}\n`, 'bad()\n', 'x = """\n', '~~~\n', 'words\n', '> ');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (words) => {
        expect(extractPythonCode(`<think>\n${words.join('')}</think>\n${ANSWER}`).code).toBe(GOOD);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
