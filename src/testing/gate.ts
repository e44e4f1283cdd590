/** Something that waits until it is let go on. */
export interface Gate {
  /** Settles when the gate is opened. */
  readonly opened: Promise<void>;
  open(): void;
}

/** Makes a closed gate, which a scripted step waits for in place of a clock. */
export function gate(): Gate {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
