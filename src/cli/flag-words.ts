/** Options of the library by the flag that sets them. */
const FLAGS: Readonly<Record<string, string>> = {
  allowedImports: '--allow-import',
  limitChars: '--output-limit',
  maxOutputChars: '--output-limit',
  maxProcesses: '--processes',
  memoryMegabytes: '--memory',
  outputLimitChars: '--output-limit',
  timeoutSeconds: '--timeout',
};
const OPTION = new RegExp(`\\b(?:${Object.keys(FLAGS).join('|')})\\b`, 'g');

/** Words about options of the library as words about the flags that set them. */
export function inFlagWords(text: string): string {
  return text
    .replaceAll('createSandbox({ packages })', '--packages')
    .replaceAll('createSandbox({ programs })', '--program')
    .replaceAll(', or give apiKey', '')
    .replaceAll('Keep them back with `ignore`, or take a smaller folder', 'Take a smaller folder')
    .replaceAll(
      'Continue it (resume), or choose another place',
      'Continue with --resume, or choose another --out',
    )
    .replaceAll(
      'The mode code_execution needs a tool that runs code',
      '--mode code needs a tool that runs code',
    )
    .replaceAll(
      'Give it a sandbox (openSandbox), or choose another mode',
      'Choose --env python, a world of your own that has one, or another --mode',
    )
    .replace(OPTION, (name) => FLAGS[name] ?? name);
}
