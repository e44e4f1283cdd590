/** A colour of ARC-AGI. */
export interface ArcColour {
  readonly name: string;
  /** As the task viewers of ARC-AGI show it. */
  readonly hex: string;
}

/** The colours of ARC-AGI, by their number in a grid. */
export const ARC_COLOURS: readonly ArcColour[] = [
  { name: 'black', hex: '#000000' },
  { name: 'blue', hex: '#0074D9' },
  { name: 'red', hex: '#FF4136' },
  { name: 'green', hex: '#2ECC40' },
  { name: 'yellow', hex: '#FFDC00' },
  { name: 'gray', hex: '#AAAAAA' },
  { name: 'magenta', hex: '#F012BE' },
  { name: 'orange', hex: '#FF851B' },
  { name: 'light blue', hex: '#7FDBFF' },
  { name: 'dark red', hex: '#870C25' },
];
