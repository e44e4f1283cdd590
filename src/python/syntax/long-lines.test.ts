import { describe, expect, it } from 'vitest';
import { analysePython } from '../analyse.js';
import { tokenizePython } from '../tokens/tokenizer.js';
import { breakLongLines } from './long-lines.js';

const broken = (code: string) => breakLongLines(code, tokenizePython(code));

describe('long lines', () => {
  it('are broken after operators, and every offset finds its way back', () => {
    const code = `x = [${'"word", '.repeat(400)}]\ny = 1\n`;
    const lines = broken(code);
    expect(lines).not.toBeNull();
    if (lines === null) return;
    expect(Math.max(...lines.source.split('\n').map(({ length }) => length))).toBeLessThan(600);
    expect(lines.source.replaceAll('\\\n', '')).toBe(code);
    for (let offset = 0; offset <= code.length; offset++) {
      expect(lines.toOriginal(lines.fromOriginal(offset))).toBe(offset);
    }
    for (let offset = 1; offset <= lines.source.length; offset++) {
      const step = lines.toOriginal(offset) - lines.toOriginal(offset - 1);
      expect(step === 0 || step === 1).toBe(true);
    }
  });

  it('stay where they are short, text, fields of f-strings, or no tokens', () => {
    expect(broken('x = 1\n'.repeat(1_000))).toBeNull();
    expect(broken(`x = '${'a, '.repeat(1_000)}'\n`)).toBeNull();
    expect(broken(`x = f'${'{a + 1}'.repeat(1_000)}'\n`)).toBeNull();
    expect(broken(`x = (${'a, '.repeat(1_000)}\n`)).toBeNull();
  });

  it('give errors at the places of the original', () => {
    const items = '"word", '.repeat(400);
    const code = `x = [${items}1 2, 3]\nfor y in z: return y\n`;
    const [first] = analysePython(code).syntax.findings;
    expect(first).toMatchObject({ line: 1, column: 8 + items.length });
    const [second] = analysePython(`x = [${items}]\nreturn 1\n`).syntax.findings;
    expect(second).toMatchObject({ line: 2, column: 1, endColumn: 9 });
    const [third] = analysePython(`x = [${items}]; return [${items}]\n`).syntax.findings;
    expect(third).toMatchObject({ line: 1, column: 9 + items.length });
  });

  it('leaves unchecked what would take the parser time that grows with the square', () => {
    expect(analysePython(`${'x=  '.repeat(900)}1${' '.repeat(9_000)}`).syntax.status).toBe('valid');
    expect(analysePython(`${'x = '.repeat(2_100)}1`).syntax.status).toBe('unchecked');
    expect(analysePython('x = x + 1\n'.repeat(2_500)).syntax.status).toBe('valid');
    expect(analysePython('x = x + 1\n'.repeat(5_000)).syntax.findings[0]?.message).toContain(
      'thousands of times',
    );
    expect(analysePython('x = 1\n'.repeat(5_000)).syntax.status).toBe('valid');
    expect(analysePython(`with ${'a() as b, '.repeat(2_000)}c: pass`).syntax.status).toBe('unchecked');
  });
});
