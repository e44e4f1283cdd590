import { sha256 } from '../../core/index.js';

/** Counts different texts: 52 bits of the hash of each are held, some 16 to 32 bytes. Of a million texts, two are the same by chance once in 10,000 times. */
export class HashCount {
  /** Open addressing; 0 is an empty place. */
  #places = new Float64Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(text: string): void {
    this.#insert(Number.parseInt(sha256(text).slice(0, 13), 16) + 1);
    if (this.#size * 2 < this.#places.length) return;
    const before = this.#places;
    this.#places = new Float64Array(before.length * 2);
    this.#size = 0;
    for (const hash of before) if (hash !== 0) this.#insert(hash);
  }

  #insert(hash: number): void {
    const places = this.#places;
    let place = hash % places.length;
    while (places[place] !== 0) {
      if (places[place] === hash) return;
      place = (place + 1) % places.length;
    }
    places[place] = hash;
    this.#size += 1;
  }
}
