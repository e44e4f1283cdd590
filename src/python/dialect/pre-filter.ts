/**
 * Whether a source holds anything that a rule looks at. Cheap, and never false where a rule would match: it spares
 * plain code the parser.
 */
export function mayHaveGaps(code: string): boolean {
  return SUSPICIOUS.test(code);
}

const SUSPICIOUS =
  /\b(?:import|class|del|yield|match|type|async|except|with|for|lambda|def|raise|True|False|not|is|in)\b|[%[\]{}@<>!|&/]|\*\*|=|\.\s*\w|\w\s*\(|\d[jJ]\b/;
