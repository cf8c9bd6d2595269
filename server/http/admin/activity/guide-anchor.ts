type Cause = { status: number; error_code: string | null; field: string | null }

/** The headings of `docs/partner-guide.md` that errors lead to. */
export const guideAnchors = {
  authentication: 'authentication',
  create: 'create-a-draft',
  photos: 'photos',
  idempotency: 'send-it-once-idempotency-key',
  reference: 'recover-a-lost-201',
  status: 'read-the-status',
  rateLimit: 'rate-limit',
  errors: 'errors',
  limits: 'limits',
} as const

type Anchor = (typeof guideAnchors)[keyof typeof guideAnchors]

/** Path of the paragraph of the partner guide that says what to do about an error. */
export const guideOf = (cause: Cause): string => `/docs#${anchorOf(cause)}`

function anchorOf({ status, error_code, field }: Cause): Anchor {
  const byCode = error_code === null ? undefined : codes[error_code]
  if (byCode) return byCode
  if (status === 403) return guideAnchors.authentication
  if (status === 404) return guideAnchors.status
  if (error_code === 'validation_error' && field !== null) return anchorOfField(field)
  return guideAnchors.errors
}

const codes: Record<string, Anchor> = {
  unauthorized: guideAnchors.authentication,
  rate_limit_exceeded: guideAnchors.rateLimit,
  duplicate_reference: guideAnchors.reference,
  idempotency_key_in_progress: guideAnchors.idempotency,
  idempotency_key_reuse: guideAnchors.idempotency,
  payload_too_large: guideAnchors.limits,
}

function anchorOfField(field: string): Anchor {
  if (field.startsWith('photos')) return guideAnchors.photos
  if (field === 'Idempotency-Key') return guideAnchors.idempotency
  return field === 'body' ? guideAnchors.errors : guideAnchors.create
}
