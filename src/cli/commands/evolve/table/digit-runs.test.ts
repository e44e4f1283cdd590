import { describe, expect, it } from 'vitest';
import { DigitRuns } from './digit-runs.js';

const row = (from: string, output: string) => ({ from: [from], output });
const phones = [row('+1 555.123.4567', '(555) 123-4567'), row('2025550143', '(202) 555-0143')];

describe('DigitRuns', () => {
  it('refuses digits in another order where those of every example stand side by side', () => {
    const runs = new DigitRuns(phones);
    expect(runs.has(row('6125550199', '(612) 550-0199'))).toBe(false);
    expect(runs.has(row('1-612-555-0199', '(612) 555-0199'))).toBe(true);
  });

  it.each([
    ['takes digits from several places', row('03/07/2024', '2024-03')],
    ['adds digits', row('A-7', 'A-007')],
    ['computes', row('12.5', '26')],
  ])('says nothing where an example %s', (_how, example) => {
    expect(new DigitRuns([...phones, example]).has(row('6125550199', '(612) 550-0199'))).toBe(true);
  });

  it('says nothing where the outputs hold no number', () => {
    expect(new DigitRuns([row('a1', 'A')]).has(row('b2', '3'))).toBe(true);
  });
});
