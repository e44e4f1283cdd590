import { expect, it } from 'vitest';
import { unless } from '../../testing/unless.fixture.js';
import { MECHANISMS, SKIPPED, useCpython } from './test-engine.fixture.js';

unless(SKIPPED).describe.each(MECHANISMS)('a namespace that fills the memory, in %s', (mechanism) => {
  const { open } = useCpython(mechanism);
  /** Fills what is left to within half a megabyte, in pieces so small that none is left over. */
  const fill = `kept = []
try:
    while True: kept.append(bytearray(1 << 20))
except MemoryError: kept.pop()
try:
    while True: kept.append(bytearray(1 << 17))
except MemoryError: kept.pop()
len(kept) > 9`;

  it('lets small runs go on, and names it as the cause where one needs more', async () => {
    const { run, session } = await open(undefined, { memoryMegabytes: 64 });
    expect((await run(fill)).value).toBe(true);
    expect((await run('1 + 1')).value).toBe(2);
    const { error } = await run('more = bytearray(20 << 20)');
    expect(error).toMatchObject({ kind: 'memory', type: 'MemoryError' });
    expect(error?.hint).toMatch(/Names kept from earlier runs take 6\d of 64 MB.*reset\(\)/);
    await session.reset();
    expect((await run('more = bytearray(20 << 20)\nlen(more)')).value).toBe(20 << 20);
  });

  it('does not grow beyond the limit run by run, and can be emptied by code', async () => {
    const { run } = await open(undefined, { memoryMegabytes: 64 });
    await run(fill);
    const grown = await run('added = bytearray(3 << 20)\nlen(added)');
    expect(grown.error).toMatchObject({ kind: 'memory', hint: expect.stringContaining('reset()') });
    expect((await run('added')).error?.type).toBe('NameError');
    expect((await run('kept.clear()')).ok).toBe(true);
    expect((await run('added = bytearray(20 << 20)\nlen(added)')).value).toBe(20 << 20);
  });

  it('is not blamed for code that needs too much by itself', async () => {
    const { run } = await open(undefined, { memoryMegabytes: 64 });
    const { error } = await run('x = bytearray(10**9)');
    expect(error?.hint).not.toContain('reset()');
  });
});
