/** A code of the contract for reading: `job_accepted` → `job accepted`. */
export const shownCode = (code: string): string => code.replaceAll('_', ' ')
