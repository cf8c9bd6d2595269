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
  SmsStatus,
  Stop,
} from './contract.ts'
export type { CreatedJob } from './created-job.ts'
export {
  AuthenticationError,
  ConnectionError,
  DrayError,
  DuplicateReferenceError,
  GeocodingError,
  IdempotencyError,
  InvalidResponseError,
  JobEndedError,
  MoveNotPossibleError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type SdkErrorCode,
  ServerError,
  TestKeyRequiredError,
  TimeoutError,
  ValidationError,
  WaitTimeoutError,
} from './errors.ts'
export type { CreateOptions, DrayOptions, Fetch, RequestOptions, WaitOptions } from './options.ts'
export type { MoveOptions, Sandbox } from './sandbox.ts'
export type * from './sandbox-contract.ts'
export { version } from './version.ts'
