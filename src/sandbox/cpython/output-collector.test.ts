import { describe, expect, it } from 'vitest';
import { OutputCollector } from './output-collector.js';

/** A collector, and all that its listener was told. */
function collector(limit = 100): { output: OutputCollector; told: string[] } {
  const told: string[] = [];
  return { output: new OutputCollector(limit, ({ stream, text }) => told.push(`${stream} ${text}`)), told };
}

describe('OutputCollector', () => {
  it('joins characters that were flushed in halves, each stream by itself', () => {
    const { output, told } = collector();
    const bytes = Buffer.from('ä€\u{1f600}');
    for (const byte of bytes) {
      output.take('stdout', Buffer.of(byte));
      output.take('stderr', Buffer.of(byte));
    }
    output.finish();
    expect(output.text('stdout')).toBe('ä€\u{1f600}');
    expect(output.text('stderr')).toBe('ä€\u{1f600}');
    expect(told).not.toContain('stdout ');
  });

  it('shows half a character that is left at the end as such', () => {
    const { output, told } = collector();
    output.take('stdout', Buffer.of(0x61, 0xe2, 0x82));
    expect(output.text('stdout')).toBe('a');
    output.finish();
    expect(output.text('stdout')).toBe('a\ufffd');
    expect(told).toEqual(['stdout a', 'stdout \ufffd']);
  });

  it.each([
    [100, [0x89, 0x50, 0xff, 0xe2, 0x82, 0xac, 0xc3], [0x89, 0x50, 0xff, 0xe2, 0x82, 0xac, 0xc3]],
    [3, [0x61, 0xe2, 0x82, 0xac, 0x62, 0x63, 0x64], [0x61, 0xe2, 0x82, 0xac, 0x62]],
  ])('tells the bytes as they are, up to a limit of %i characters', (limit, bytes, kept) => {
    for (const size of [1, 2, bytes.length]) {
      const told: Uint8Array[] = [];
      const output = new OutputCollector(limit, (chunk) => told.push(chunk.bytes));
      for (let at = 0; at < bytes.length; at += size)
        output.take('stdout', Buffer.from(bytes.slice(at, at + size)));
      output.finish();
      expect([...Buffer.concat(told)]).toEqual(kept);
    }
  });

  it('keeps no more than its limit over both streams, and says when it is passed', () => {
    const { output } = collector(5);
    expect(output.take('stdout', Buffer.from('abc'))).toBe(true);
    expect(output.take('stderr', Buffer.from('de'))).toBe(true);
    expect(output.take('stdout', Buffer.from('f'))).toBe(false);
    expect(output.take('stdout', Buffer.from('g'.repeat(1000)))).toBe(false);
    expect([output.text('stdout'), output.text('stderr')]).toEqual(['abc', 'de']);
  });

  it('takes a limit of wide characters whole', () => {
    const { output } = collector(6);
    expect(output.take('stdout', Buffer.from('\u{1f600}\u{1f600}\u{1f600}'))).toBe(true);
    expect(output.take('stdout', Buffer.from('\u{1f600}'))).toBe(false);
  });
});
