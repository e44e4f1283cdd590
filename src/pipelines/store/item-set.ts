/** Items of a run, a bit each. */
export class ItemSet {
  #bits = new Uint8Array(128);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(item: number): boolean {
    return ((this.#bits[item >> 3] ?? 0) & (1 << (item & 7))) !== 0;
  }

  add(item: number): void {
    if (this.has(item)) return;
    const place = item >> 3;
    if (place >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(place + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    this.#bits[place] = (this.#bits[place] ?? 0) | (1 << (item & 7));
    this.#size += 1;
  }
}
