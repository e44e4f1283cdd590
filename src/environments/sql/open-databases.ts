/** A world whose database can be put by as bytes until it is next used. */
export interface Parkable {
  /** Closes the database and keeps its bytes. */
  park(): void;
}

/** Databases that are open at a time in this process, and bytes that they had when they were opened. */
const MOST = 200;
const MOST_BYTES = 67_108_864;

/** The worlds with an open database, the one used longest ago first, and its bytes. */
const open = new Map<Parkable, number>();
let bytes = 0;

/** Notes that a world uses its database of so many bytes, and parks those used longest ago where there are too many. */
export function noteUse(world: Parkable, size: number): void {
  forgetUse(world);
  for (const oldest of open.keys()) {
    if (open.size < MOST && bytes + size <= MOST_BYTES) break;
    oldest.park();
    forgetUse(oldest);
  }
  open.set(world, size);
  bytes += size;
}

/** Notes that a world's database is closed. */
export function forgetUse(world: Parkable): void {
  bytes -= open.get(world) ?? 0;
  open.delete(world);
}
