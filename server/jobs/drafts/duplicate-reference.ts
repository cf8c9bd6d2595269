/** Spec part 7: a taken `external_reference` has its own response body; `jobId` goes into the `Location` header. */
export class DuplicateReference extends Error {
  readonly jobId: string

  constructor(jobId: string) {
    super('external_reference is taken')
    this.jobId = jobId
  }
}
