import type { ErrorCode, Job } from './contract.ts'
import type { Move } from './sandbox-contract.ts'

/** Error codes that the SDK adds to the codes of the service. */
export type SdkErrorCode =
  | 'duplicate_reference'
  | 'connection_failed'
  | 'timeout'
  | 'invalid_response'
  | 'job_ended'
  | 'wait_ended'

export type ErrorParts = {
  message: string
  code: string
  status?: number | null | undefined
  requestId?: string | null | undefined
  helpUrl?: string | null | undefined
  retryAfterSeconds?: number | null | undefined
  idempotencyKey?: string | undefined
  cause?: unknown
}

/** Base class of all errors of the SDK. The type of each `name` is a literal, so TypeScript tells the classes apart. */
export class DrayError extends Error {
  /** HTTP status of the response; null without a response. */
  declare readonly status: number | null
  /** The error code, for programs. The service may gain codes. */
  declare readonly code: ErrorCode | SdkErrorCode | (string & {})
  /** `X-Request-Id` of the response: support finds the request with it. */
  declare readonly requestId: string | null
  /** The part of the guide about this error, if the response named one. */
  declare readonly helpUrl: string | null
  /** Seconds that the service asks to wait before a retry. */
  declare readonly retryAfterSeconds: number | null
  /** The `Idempotency-Key` of a `createJob`. The same job with this key is never created twice. */
  declare readonly idempotencyKey: string | null

  constructor(parts: ErrorParts) {
    super(parts.message, parts)
    this.status = parts.status ?? null
    this.code = parts.code
    this.requestId = parts.requestId ?? null
    this.helpUrl = parts.helpUrl ?? null
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null
    this.idempotencyKey = parts.idempotencyKey ?? null
  }
}

type Details = { details: Record<string, string> }

/** The input is not valid. `details` names each refused field, such as `pickup.address`. */
export class ValidationError extends DrayError {
  declare readonly name: 'ValidationError'
  declare readonly details: Record<string, string>

  constructor(parts: ErrorParts & Details) {
    super(parts)
    this.details = parts.details
  }
}

/** An address was not found, or fits several places. `details` names it. */
export class GeocodingError extends DrayError {
  declare readonly name: 'GeocodingError'
  declare readonly details: Record<string, string>

  constructor(parts: ErrorParts & Details) {
    super(parts)
    this.details = parts.details
  }
}

/** The `external_reference` is taken. `jobId` is the job that has it, if the response named it. */
export class DuplicateReferenceError extends DrayError {
  declare readonly name: 'DuplicateReferenceError'
  declare readonly jobId: string | null

  constructor(parts: ErrorParts & { jobId: string | null }) {
    super(parts)
    this.jobId = parts.jobId
  }
}

/** The `Idempotency-Key` came with another body, or its first request has not finished. */
export class IdempotencyError extends DrayError {
  declare readonly name: 'IdempotencyError'
}

/** 401: the API key is missing or not valid. */
export class AuthenticationError extends DrayError {
  declare readonly name: 'AuthenticationError'
}

/** 403: the API key was revoked or replaced, or the job was created with another key. */
export class PermissionError extends DrayError {
  declare readonly name: 'PermissionError'
}

/** 404: there is no such job; it was deleted, or the draft expired. */
export class NotFoundError extends DrayError {
  declare readonly name: 'NotFoundError'
}

/** 429: too many requests. `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends DrayError {
  declare readonly name: 'RateLimitError'
}

/** 5xx. A job that was being created may exist: see `idempotencyKey`. */
export class ServerError extends DrayError {
  declare readonly name: 'ServerError'
}

/** No response arrived. A job that was being created may exist: see `idempotencyKey`. */
export class ConnectionError extends DrayError {
  declare readonly name: 'ConnectionError' | 'TimeoutError'
}

/** No response arrived within `timeoutMs`, or the request did not reach the service in time (408). */
export class TimeoutError extends ConnectionError {
  declare readonly name: 'TimeoutError'
}

/** The response is not one of Dray, such as a page of a proxy or a redirect. */
export class InvalidResponseError extends DrayError {
  declare readonly name: 'InvalidResponseError'
}

/** `sandbox.move`: the move is not possible now; `moves` are. */
export class MoveNotPossibleError extends DrayError {
  declare readonly name: 'MoveNotPossibleError'
  declare readonly moves: Move[]

  constructor(parts: ErrorParts & { moves: Move[] }) {
    super(parts)
    this.moves = parts.moves
  }
}

/** A sandbox request had a live API key. */
export class TestKeyRequiredError extends DrayError {
  declare readonly name: 'TestKeyRequiredError'
}

/** `waitFor`: the job ended without one of the statuses. `gone`: it was deleted, or the draft expired. */
export class JobEndedError extends DrayError {
  declare readonly name: 'JobEndedError'
  declare readonly outcome: 'completed' | 'cancelled' | 'gone'
  /** The last response of the job; null if it was never read. */
  declare readonly job: Job | null

  constructor(parts: ErrorParts & { outcome: 'completed' | 'cancelled' | 'gone'; job: Job | null }) {
    super(parts)
    this.outcome = parts.outcome
    this.job = parts.job
  }
}

/** `waitFor`: the job reached no requested status within the timeout `withinMs`. */
export class WaitTimeoutError extends DrayError {
  declare readonly name: 'WaitTimeoutError'
  /** The last response of the job. */
  declare readonly job: Job

  constructor(parts: ErrorParts & { job: Job }) {
    super(parts)
    this.job = parts.job
  }
}

// Named here as text, because minifiers rename classes.
for (const [name, { prototype }] of Object.entries({
  DrayError,
  ValidationError,
  GeocodingError,
  DuplicateReferenceError,
  IdempotencyError,
  AuthenticationError,
  PermissionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  ConnectionError,
  TimeoutError,
  InvalidResponseError,
  MoveNotPossibleError,
  TestKeyRequiredError,
  JobEndedError,
  WaitTimeoutError,
}))
  Object.assign(prototype, { name })
