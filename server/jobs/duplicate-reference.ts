/** Spec part 7: a taken `external_reference` is answered with a body of its own; the holder goes into `Location`. */
export class DuplicateReference extends Error {
  readonly jobId: string

  constructor(jobId: string) {
    super('external_reference is taken')
    this.jobId = jobId
  }
}
