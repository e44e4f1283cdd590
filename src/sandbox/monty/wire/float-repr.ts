/** How Python's `repr` prints a complex number. */
export function complexRepr(real: number, imaginary: number): string {
  const part = `${floatText(imaginary)}j`;
  if (real === 0 && !Object.is(real, -0)) return part;
  const isSigned = part.startsWith('-');
  return `(${floatText(real)}${isSigned ? '' : '+'}${part})`;
}

/** The shortest digits of a float as Python writes them within a complex number: without `.0`. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (Object.is(value, -0)) return '-0';
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (value === 0 || (exponent >= -4 && exponent < 16)) return plainDigits(value);
  const [digits = '', power = ''] = value.toExponential().split('e');
  return `${digits}e${power.replace(/^([+-])(\d)$/, '$10$2')}`;
}

/** Digits without an exponent: JavaScript writes one below 1e-6 already. */
function plainDigits(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/(?<!0)0+$/, '') : text;
}
