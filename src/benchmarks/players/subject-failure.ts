/** A failure of the subject and not of the machine: its trial is scored, as failed. */
export class SubjectFailure extends Error {}
