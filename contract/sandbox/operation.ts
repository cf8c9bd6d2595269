import type { Operation } from '../operation.ts'

/** An operation of the sandbox; only test keys may call it. Errors have the bodies of the partner API. */
export type SandboxOperation = Operation & { url: `/sandbox/v1/${string}`; access: 'partner_key' }
