/** So many of a list, drawn without return by a seed, in the order drawn: the first of them are a sample, too. */
export function sampleOf(list, count, seed) {
  const left = [...list];
  const draw = numbers(seed);
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const place = Math.floor(draw() * left.length);
    const [drawn] = left.splice(place, 1, ...left.slice(-1));
    left.pop();
    return drawn;
  });
}

/** Numbers from 0 up to 1 (mulberry32, by Tommy Ettinger, in the public domain). */
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
