/** Where the result of an item lies, and what it has to be. */
export interface Entry {
  readonly item: number;
  /** Which of the files. */
  readonly file: number;
  readonly offset: number;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** False for a result that an error broke off: another one takes its place. */
  readonly isFinal: boolean;
}

const HASH_BYTES = 32;
const FINAL = 2;

/** Entries by item, some 50 bytes each: a run of a million items takes 50 MB. */
export class EntryTable {
  #files = new Uint32Array(0);
  #offsets = new Float64Array(0);
  #bytes = new Uint32Array(0);
  /** 0: none, 1: an error broke it off, 2: final. */
  #states = new Uint8Array(0);
  #hashes = new Uint8Array(0);
  #count = 0;
  #final = 0;

  /** Items with an entry. */
  get count(): number {
    return this.#count;
  }

  /** Items whose entry is final. */
  get final(): number {
    return this.#final;
  }

  has(item: number): boolean {
    return (this.#states[item] ?? 0) > 0;
  }

  isFinal(item: number): boolean {
    return this.#states[item] === FINAL;
  }

  get(item: number): Entry | null {
    if (!this.has(item)) return null;
    const hash = this.#hashes.subarray(item * HASH_BYTES, (item + 1) * HASH_BYTES);
    return {
      item,
      file: this.#files[item] ?? 0,
      offset: this.#offsets[item] ?? 0,
      bytes: this.#bytes[item] ?? 0,
      sha256: Buffer.from(hash).toString('hex'),
      isFinal: this.isFinal(item),
    };
  }

  set({ item, file, offset, bytes, sha256, isFinal }: Entry): void {
    this.#grow(item + 1);
    this.remove(item);
    this.#files[item] = file;
    this.#offsets[item] = offset;
    this.#bytes[item] = bytes;
    this.#states[item] = isFinal ? FINAL : 1;
    this.#hashes.set(Buffer.from(sha256, 'hex'), item * HASH_BYTES);
    this.#count += 1;
    if (isFinal) this.#final += 1;
  }

  remove(item: number): void {
    if (!this.has(item)) return;
    if (this.isFinal(item)) this.#final -= 1;
    this.#count -= 1;
    this.#states[item] = 0;
  }

  #grow(length: number): void {
    if (length <= this.#states.length) return;
    const wanted = Math.max(length, this.#states.length * 2, 1024);
    this.#files = grown(new Uint32Array(wanted), this.#files);
    this.#offsets = grown(new Float64Array(wanted), this.#offsets);
    this.#bytes = grown(new Uint32Array(wanted), this.#bytes);
    this.#states = grown(new Uint8Array(wanted), this.#states);
    this.#hashes = grown(new Uint8Array(wanted * HASH_BYTES), this.#hashes);
  }
}

function grown<T extends Uint8Array | Uint32Array | Float64Array>(larger: T, old: T): T {
  larger.set(old);
  return larger;
}
