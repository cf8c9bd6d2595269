export type { Answer, Call, RateLimit } from './call.ts'
export { Dray } from './client.ts'
export type {
  CalculationBreakdown,
  ErrorCode,
  Estimate,
  EstimateInput,
  Job,
  JobCreated,
  JobInput,
  JobSize,
  JobStatus,
  Pricing,
  Stop,
} from './contract.ts'
export {
  AuthenticationError,
  ConnectionError,
  DrayError,
  DuplicateReferenceError,
  GeocodingError,
  IdempotencyError,
  InvalidResponseError,
  JobEndedError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type SdkErrorCode,
  ServerError,
  TimeoutError,
  ValidationError,
  WaitTimeoutError,
} from './errors.ts'
export type { CreateOptions, DrayOptions, Fetch, RequestOptions, WaitOptions } from './options.ts'
export { version } from './version.ts'
