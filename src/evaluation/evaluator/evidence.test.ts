import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../core/index.js';
import type { ObservationStep } from '../../records/index.js';
import { type AnsweredCall, supportedShare } from './evidence.js';

describe('supportedShare', () => {
  const seen = (data: Json, given: JsonObject = {}): AnsweredCall => ({
    arguments: given,
    observation: observed(data),
  });
  const observed = (data: Json): ObservationStep => ({
    type: 'observation',
    callId: 'call_1',
    status: 'ok',
    content: 'row row',
    data,
    error: null,
    stateDigest: '',
    changes: [],
  });

  it.each<[Json, Json, number | null]>([
    ['fig', { name: 'Fig' }, 1],
    ['fi', { name: 'fig' }, 0],
    ['row', { rows: [] }, 0],
    ['row', 'row', 1],
    [{ name: 'fig', cents: 81 }, ['fig', 80], 0.5],
    ['fig costs 80 and pear 45', [80, 45], 2 / 3],
    [[80, 80, 80, 7], [80], 0.5],
    ['-3.5e2', [-350], 1],
    [true, [1], null],
    ['what is it', ['x'], null],
    ['', ['x'], null],
  ])('of the answer %j by %j is %j', (answer, data, share) => {
    expect(supportedShare(answer, [seen(data)], 'What is it?')).toBe(share);
  });

  it('takes nothing for proved that the agent had written into a call before a tool said it', () => {
    const echo = (data: Json) => seen([data], { sql: `SELECT ${data}` });
    expect(supportedShare(42, [echo(42)], 'What is it?')).toBe(0);
    expect(supportedShare('fig', [seen({ text: 'fig' }, { content: 'fig' })], 'What?')).toBe(0);
    expect(supportedShare('fig', [seen(null, { content: 'fig' }), seen(['fig'])], 'What?')).toBe(0);
    expect(supportedShare(42, [seen([42]), echo(42)], 'What is it?')).toBe(1);
    expect(supportedShare(['fig', 7], [seen(['fig'], { id: 7 })], 'What?')).toBe(0.5);
  });

  it('counts a phrase once however it is written, and none of what is as long as prose', () => {
    expect(supportedShare(['Fig', 'fig!', ' FIG '], [seen(['a fig'])], 'What?')).toBe(1);
    expect(supportedShare(['fig', 'pear', 'PEAR'], [seen(['a fig'])], 'What?')).toBe(0.5);
    expect(supportedShare('a'.repeat(1_001), [seen(['fig'])], 'What?')).toBe(null);
  });

  it('is bounded work on large answers and observations', () => {
    const large = Array.from({ length: 200_000 }, (_, index) => `word ${index}`);
    expect(supportedShare(large, [seen(large)], '')).toBe(1);
  });
});
