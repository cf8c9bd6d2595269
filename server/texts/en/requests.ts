import { counted } from './formats.ts'

/** Errors outside the operations, mostly for developers. */
export const requests = {
  notFound: 'There is nothing at this path.',
  methods: (methods: string[]) => `This path only answers ${methods.join(', ')}.`,
  malformed: 'The request is malformed.',
  headersTooLarge: 'The request headers are too large.',
  late: 'The request did not arrive in time.',
  tooLarge: (bytes: number) => `The body is larger than ${bytes / 1_024} KiB.`,
  mediaType: 'Send the body as `Content-Type: application/json` in UTF-8, not compressed.',
  unreadable: 'The body cannot be read; see `details`.',
  notJson: 'must be valid JSON in UTF-8',
  tooDeep: 'is nested too deeply',
  hasProto: 'must not contain `__proto__`',
  namedTwice: (path: string) => `names \`${path}\` twice`,
  unsigned: 'The signature does not fit the body.',
  tooMany: (seconds: number) => `Too many requests. Try again in ${counted(seconds, 'second')}.`,
  tooManyConnections: 'This address has too many open connections. Please reuse them.',
  busy: 'The service is very busy. Please try again shortly.',
  unavailable: 'The service cannot do this right now. Please try again shortly.',
  failed: 'Something went wrong on our side. It is safe to try again.',
  metricsToken: 'Send the metrics token as `Authorization: Bearer …`.',
  metricsHere:
    'Only the machine that runs the service may read this, unless the operator sets METRICS_TOKEN.',
}
