/** So many of a list, drawn without return by a seed, in the order of the list. */
export function sampleOf(list, count, seed) {
  const places = list.map((_, place) => place);
  const draw = numbers(seed);
  for (let left = places.length; left > 1; left--) {
    const other = Math.floor(draw() * left);
    [places[left - 1], places[other]] = [places[other], places[left - 1]];
  }
  const drawn = new Set(places.slice(0, count));
  return list.filter((_, place) => drawn.has(place));
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
