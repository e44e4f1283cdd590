import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { checkReply } from '../pipeline/check-reply.js';
import { reply, whyUnavailable } from '../replies.fixture.js';
import type { Requirement } from '../requirement.js';
import type { RequirementResult } from '../verdict.js';
import { JsonOutput } from './json-output.js';
import { JsonPrefix } from './json-prefix.js';
import { MarkdownList, MarkdownTable } from './markdown.js';
import { markdownListItems } from './markdown-list.js';
import { isMarkdownTable } from './markdown-table.js';
import { ReplyLength } from './reply-length.js';

async function judge(text: string, requirement: Requirement): Promise<RequirementResult> {
  const { results } = await checkReply(text, [requirement]);
  return results[0] as RequirementResult;
}

describe('JsonOutput', () => {
  const person = JsonOutput({
    schema: {
      type: 'object',
      required: ['name', 'age'],
      properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
    },
  });

  it.each(['toString', '__proto__', 'constructor', 'hasOwnProperty'])(
    'looks for own properties alone: %s',
    async (key) => {
      const needs = JsonOutput({ schema: { type: 'object', required: [key] } });
      expect((await judge('{}', needs)).verdict).toBe('fail');
      expect((await judge(`{"${key}": 1}`, needs)).verdict).toBe('pass');
      const typed = JsonOutput({ schema: { type: 'object', properties: { [key]: { type: 'number' } } } });
      expect((await judge('{}', typed)).verdict).toBe('pass');
      expect((await judge(`{"${key}": "1"}`, typed)).verdict).toBe('fail');
    },
  );

  it('hands back the value', async () => {
    interface Person {
      readonly name: string;
    }
    const named = JsonOutput<Person>({ schema: { type: 'object', required: ['name'] } });
    const report = await checkReply('```json\n{"name": "Ada"}\n```', [named]);
    expect(named.valueIn(report)?.name).toBe('Ada');
    expect(report.results[0]?.value).toEqual({ name: 'Ada' });
    const failed = await checkReply('{"age": 3}', [named]);
    expect(named.valueIn(failed)).toBeNull();
    expect(failed.results[0]?.value).toBeUndefined();
  });

  it('accepts JSON that meets the schema, bare or in one fence', async () => {
    for (const text of ['{"name":"A","age":3}', '```json\n{"name":"A","age":3}\n```\n']) {
      expect((await judge(text, person)).verdict).toBe('pass');
    }
  });

  it('reads past the thinking', async () => {
    const json = '{"name":"A","age":3}';
    for (const text of [
      `<think>{"age": 4}</think>\n${json}`,
      `It is 3.\n</think>\n\n\`\`\`json\n${json}\n\`\`\``,
    ]) {
      expect((await judge(text, person)).verdict).toBe('pass');
    }
    expect((await judge('{"name":"</think> x","age":3}', person)).verdict).toBe('pass');
    const watcher = JsonOutput().watch?.();
    expect(watcher?.push('\n<', '\n<')).toBeNull();
    expect(watcher?.push('think>a', '\n<think>a')).toBeNull();
    expect(JsonOutput().watch?.().push('Well', 'Well')?.verdict).toBe('fail');
  });

  it('says what is wrong and where', async () => {
    expect(await judge('{"name":"A","age":-3}', person)).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('$.age'),
    });
    expect((await judge('{"name":', person)).reason).toContain('not JSON');
    expect((await judge('Here: {}', person)).verdict).toBe('fail');
  });

  it('refuses what is no schema', () => {
    expect(() => JsonOutput({ schema: { $ref: '#/nowhere' } })).toThrowError(
      expect.objectContaining({ code: 'requirements/invalid_schema' }),
    );
  });

  it('takes no harm from bottomless nesting', async () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect((await judge(text, JsonOutput({ schema: { items: { $ref: '#' } } }))).verdict).not.toBe('pass');
  });

  it('ends a reply that can no longer become JSON', () => {
    const watcher = person.watch?.();
    expect(watcher?.push(' {"na', ' {"na')).toBeNull();
    expect(watcher?.push('me": tru', '')).toBeNull();
    expect(watcher?.push('th}', '')).toMatchObject({ verdict: 'fail' });
    expect(person.watch?.().push('Sure, here', 'Sure, here')).toMatchObject({ verdict: 'fail' });
    expect(person.watch?.().push('```json\nnot yet', '')).toBeNull();
  });
});

const noMonty = await whyUnavailable('monty');
unless(noMonty).it('JsonOutput of stdout', async () => {
  const requirement = JsonOutput({ of: 'stdout', schema: { type: 'array' }, engine: 'monty' });
  expect((await judge(reply('import json\nprint(json.dumps([1]))'), requirement)).verdict).toBe('pass');
  expect((await judge(reply('print("[1")'), requirement)).reason).toContain('The output is not JSON');
  expect((await judge(reply('1 / 0'), requirement)).reason).toContain('ZeroDivisionError');
});

describe('JsonPrefix', () => {
  it('accepts every prefix of every JSON text, however it is cut', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 5 }), fc.boolean(), (value, size, pretty) => {
        const text = JSON.stringify(value, null, pretty ? 2 : 0);
        const prefix = new JsonPrefix();
        for (let at = 0; at < text.length; at += size)
          expect(prefix.push(text.slice(at, at + size))).toBe(true);
      }),
    );
  });

  it.each([
    '{]',
    '[1,,',
    '{"a" 1',
    '{a',
    'nul ',
    '01',
    '"a\nb',
    '1 2',
    '{"a":1,}',
    '[1}',
    '"\\x',
    '--',
    '+1',
    ']',
  ])('refuses %j', (text) => {
    expect(new JsonPrefix().push(text)).toBe(false);
  });
});

describe('Markdown', () => {
  it('reads lists', () => {
    expect(markdownListItems('- a\n- b\n- c')).toEqual(['a', 'b', 'c']);
    expect(markdownListItems('1. a\n2. b\n3. c\n4. d')).toHaveLength(4);
    expect(markdownListItems('- only')).toHaveLength(1);
    for (const text of ['A paragraph.', '- a\n\nAnd words.', '']) expect(markdownListItems(text)).toBeNull();
  });

  it.each<[string, readonly string[] | null]>([
    ['- a\n  more\n\n  still a\n- b', ['a\nmore\n\nstill a', 'b']],
    ['- a\nlazy', ['a\nlazy']],
    ['- a\n- - c\n  - d', ['a', '- c\n- d']],
    ['- [x] done\n- [ ] open', ['done', 'open']],
    ['- a\n* b\n1) c', ['a', 'b', 'c']],
    ['- ```py\n  x = 1\n  ```\n- b', ['```py\nx = 1\n```', 'b']],
    ['-\n  a', ['\na']],
    ['-\n\n  a', null],
    ['- ```\nafter', null],
    ['- a\n# Title', null],
    ['- a\n---', null],
    ['    - code', null],
    ['* * *', null],
    ['- a\n<div>', null],
    ['> - a', null],
    ['-\ta\n\tb', ['a\nb']],
    [' \t- a', null],
    ['   - a', ['a']],
    ['-      code', ['     code']],
    ['-     code', ['    code']],
    ['-    text', ['text']],
    ['- a\n\n      code', ['a\n\n    code']],
    ['123456789. a', ['a']],
    ['1234567890. a', null],
    ['-a', null],
    ['+ a\r\n+ b\r+ c', ['a', 'b', 'c']],
    ['-', ['']],
    ['- [x]a', ['[x]a']],
    ['- [X]  a', ['a']],
    ['- a\n\nlazy', null],
    ['- a\n\n- b', ['a\n', 'b'].map((item) => item.trimEnd())],
    ['- a\n* * *', null],
    ['- a\n_ _ _', null],
    ['- a\n_ _', ['a\n_ _']],
    ['- a\n> quote', null],
    ['- a\n####### seven', ['a\n####### seven']],
    ['- a\n#no title', ['a\n#no title']],
    ['- a\n```', null],
    ['- a\n```a`b```', ['a\n```a`b```']],
    ['- a\n~~~', null],
    ['- a\n<!-- c -->', null],
    ['- a\n</TABLE>', null],
    ['- a\n<h1>', null],
    ['- a\n<h7>', ['a\n<h7>']],
    ['- a\n<b>', ['a\n<b>']],
    ['- a\n<divan>', ['a\n<divan>']],
    ['- # a\nlazy', null],
    ['- > a\nlazy', ['> a\nlazy']],
    ['- ~~~\n  a\n  ~~~\nlazy', null],
    ['- ```\n  - a\n  ```\n- b', ['```\n- a\n```', 'b']],
    ['- a\n     b', ['a\n   b']],
  ])('reads %j by the rules of CommonMark', (text, items) => {
    expect(markdownListItems(text)).toEqual(items);
  });

  it.each([
    ['a | b\n-|-', true],
    ['| a |\n|:-:|', true],
    ['| a \\| b |\n|---|\n\n', true],
    ['| a | b |\n|---|', false],
    ['a\n---', false],
    ['| a |\n|---|\n- b', false],
    ['| a |\n|---|\n\n| b |', false],
    ['| a |\n|---|\n    | b |', false],
  ])('tells whether %j is one table', (text, isTable) => {
    expect(isMarkdownTable(text)).toBe(isTable);
  });

  it.each(['> ', '- ', '1. ', '> - '])('is not held up by thousands of nested %j', async (mark) => {
    for (const requirement of [MarkdownList(), MarkdownTable()]) {
      const nested = await judge(`${mark.repeat(40_000)}a`, requirement);
      expect(nested.verdict).toBe(
        requirement.name === 'MarkdownList' && !mark.startsWith('>') ? 'pass' : 'fail',
      );
    }
  });

  it('reads tables', () => {
    const table = '| a | b |\n|---|---|\n| 1 | 2 |';
    expect(isMarkdownTable(table)).toBe(true);
    for (const text of [`# Title\n\n${table}`, 'words', '', `${table}\n\n${table}`]) {
      expect(isMarkdownTable(text)).toBe(false);
    }
  });

  it('makes requirements of them', async () => {
    expect((await judge('- a\n- b', MarkdownList())).verdict).toBe('pass');
    expect((await judge('- a\n- b', MarkdownList({ minItems: 3, maxItems: 4 }))).reason).toContain(
      'has 2 items',
    );
    expect((await judge('- a\n- b', MarkdownList({ minItems: 2, maxItems: 2 }))).verdict).toBe('pass');
    expect((await judge('- a\n- b', MarkdownList({ maxItems: 1 }))).verdict).toBe('fail');
    expect((await judge('words', MarkdownList())).verdict).toBe('fail');
    expect((await judge('words', MarkdownTable())).verdict).toBe('fail');
  });
});

describe('ReplyLength', () => {
  it('counts, and ends a reply that is too long while it is written', async () => {
    const limit = ReplyLength({ maxChars: 5 });
    expect((await judge('12345', limit)).verdict).toBe('pass');
    expect((await judge('123456', limit)).verdict).toBe('fail');
    const watcher = limit.watch?.();
    expect(watcher?.push('12345', '12345')).toBeNull();
    expect(watcher?.push('6', '123456')).toMatchObject({ verdict: 'fail' });
    expect(() => ReplyLength({ maxChars: 0 })).toThrowError(/maxChars must be a whole number from 1/);
  });
});
