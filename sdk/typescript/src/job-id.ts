/** Checks the id of a job for a path. Other characters, such as dots, could name another operation. */
export function checkedJobId(jobId: string): string {
  if (typeof jobId === 'string' && /^[\w-]+$/.test(jobId)) return jobId
  throw new TypeError('Dray: `jobId` is not the id of a job.')
}
