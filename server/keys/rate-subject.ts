/** The name of the counter of a key in the rate limiter. */
export const rateSubject = (keyId: string): string => `key:${keyId}`
