import { artefactFromCode } from '../artefact.js';
import { createPythonRunner, type OwnedPythonRunner } from '../execution/create-python-runner.js';
import type { Requirement } from '../requirement.js';
import type { Judgement } from '../verdict.js';

/** Judges code with warm sandboxes; what it gives back must be closed. */
export function createJudging(maxSandboxes = 2): {
  readonly python: OwnedPythonRunner;
  judge(code: string, requirement: Requirement): Promise<Judgement>;
} {
  const python = createPythonRunner({ maxSandboxes });
  return {
    python,
    judge: async (code, requirement) =>
      requirement.validate(artefactFromCode(code), {
        python,
        signal: new AbortController().signal,
        messages: [],
        earlier: new Map(),
      }),
  };
}
