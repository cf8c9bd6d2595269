/**
 * Last six characters of a job's id, such as `3F9A2C`: they distinguish jobs with the same title, also on the phone.
 */
export const shortReference = (jobId: string): string => jobId.slice(-6).toUpperCase()
