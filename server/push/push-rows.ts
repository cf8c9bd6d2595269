/** `push` as a queue. A request takes at most 10 s. */
export const pushRows = { table: 'push', leaseSeconds: 30 } as const
