/** Slots at first; a power of two. */
const FIRST_SLOTS = 1024;

/** A set of whole numbers up to 2^53. One of JavaScript's own would keep an object for each, and take five times as long. */
export class NumberSet {
  /** Zero where nothing is. */
  #slots = new Float64Array(FIRST_SLOTS);
  #size = 0;
  #hasZero = false;

  /** Whether the number is new; it's in the set then. */
  add(number: number): boolean {
    if (number === 0) {
      const isNew = !this.#hasZero;
      this.#hasZero = true;
      return isNew;
    }
    const slot = slotOf(this.#slots, number);
    if (this.#slots[slot] === number) return false;
    this.#slots[slot] = number;
    if (++this.#size * 2 > this.#slots.length) this.#grow();
    return true;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Float64Array(2 * old.length);
    for (const number of old) if (number !== 0) this.#slots[slotOf(this.#slots, number)] = number;
  }
}

/** Where the number is, or the empty slot where it would be. */
function slotOf(slots: Float64Array, number: number): number {
  const last = slots.length - 1;
  let slot = (number ^ (number / 0x100000000)) & last;
  while (slots[slot] !== 0 && slots[slot] !== number) slot = (slot + 1) & last;
  return slot;
}
