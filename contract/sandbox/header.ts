import type { Header } from '../operation.ts'

/** The request header that names a world of the sandbox. */
export const worldHeader = 'Dray-World'

export const worldNamePattern = '^[A-Za-z0-9_-]{1,64}$'

/** For every request that creates, reads or moves test jobs. */
export const worldHeaders: Record<string, Header> = {
  [worldHeader]: {
    description:
      'Optional, 1 to 64 letters, digits, `_` and `-`: a world of the sandbox, with its own jobs and clock. Without it, the call is ' +
      'about the default world of the key. A live key has none, so it has no effect there.',
    schema: { type: 'string', minLength: 1, maxLength: 64, pattern: worldNamePattern },
  },
}
