/** The end of a job's id, such as `3F9A2C`: tells two jobs of the same title apart and is short enough for the phone. */
export const shortReference = (jobId: string): string => jobId.slice(-6).toUpperCase()
