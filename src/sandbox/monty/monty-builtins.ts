/** Builtins of Monty. A host function of such a name is handed over as a global, so that it wins. */
export const MONTY_BUILTINS: ReadonlySet<string> = new Set(
  (
    'abs all any bin bool bytes chr dict divmod enumerate filter float frozenset getattr hasattr hash hex id int ' +
    'isinstance iter len list map max min next oct open ord pow print range repr reversed round set setattr slice ' +
    'sorted str sum tuple type zip'
  ).split(' '),
);
