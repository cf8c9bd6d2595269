import type { TObject } from 'typebox'
import type { AdminOperation, Answer, PartnerPanelOperation } from '../operation.ts'
import { writeOpenApi } from '../write-openapi.ts'
import { AdminError, withPhonesRefusal } from './common.ts'
import { adminOperations } from './index.ts'

/** The OpenAPI document of the operator's panel. */
export const adminOpenApi = (baseUrl: string, version: string) =>
  writeOpenApi({
    info: {
      title: 'Dray panel API',
      version,
      description:
        "The API of the operator's panel. A member of staff signs in with a cookie. Responses may gain members within `/admin/v1`; ignore members that you do not know.",
    },
    baseUrl,
    securitySchemes: {
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Secure-dray_staff',
        description:
          '`dray_staff` without https. A request that changes something also needs an `Origin` header of the service.',
      },
    },
    operations: adminOperations,
    answersOf: allAnswers,
    membersOf: ({ access, stepUp }) => ({
      security: access === 'anyone' ? [] : [{ cookie: [] }],
      'x-access': access,
      ...(stepUp && { 'x-step-up': true }),
    }),
  })

const refusal = (description: string): Answer => ({ description, body: AdminError })

/** An operation of the operator's panel, or of the partner's own pages. */
type PanelOperation = Pick<
  AdminOperation | PartnerPanelOperation,
  'stepUp' | 'params' | 'query' | 'body' | 'answers'
> & {
  access: AdminOperation['access'] | PartnerPanelOperation['access']
}

/**
 * All responses of an operation: its own, and the ones implied by its access, parameters and body. 415 is listed
 * without a body too: the media type is checked before the operation, also in a POST or DELETE that takes no body.
 */
export function allAnswers({
  access,
  stepUp,
  params,
  query,
  body,
  answers,
}: PanelOperation): Record<number, Answer> {
  return {
    400: refusal('`validation_error`: `details` names each refused field.'),
    ...(access !== 'anyone' && { 401: refusal('`signed_out`: there is no session, or it has ended.') }),
    ...(params && { 404: refusal('`not_found`.') }),
    408: refusal('`request_timeout`: the request did not arrive in time.'),
    ...(body && { 413: refusal('`payload_too_large`: the body is over 64 KiB.') }),
    415: refusal('`unsupported_media_type`: the body must be `application/json`.'),
    429: refusal('`rate_limit_exceeded`: wait `retry_after_seconds`.'),
    431: refusal('`validation_error`: the request headers are too large.'),
    500: refusal('`internal_error`: an error of the service; it is safe to send the request again.'),
    503: refusal('`service_unavailable`: send the request again after `retry_after_seconds`.'),
    ...answers,
    403: refusal(
      [forbidden(access, stepUp), showsPhones(query, body) && withPhonesRefusal, answers[403]?.description]
        .filter(Boolean)
        .join(' '),
    ),
  }
}

const showsPhones = (...shapes: (TObject | undefined)[]): boolean =>
  shapes.some((shape) => shape && 'with_phones' in shape.properties)

const foreign = '`unauthorized`: the request came from a page of another site.'

function forbidden(access: PanelOperation['access'], stepUp: true | undefined): string {
  if (access === 'anyone') return foreign
  const role = access === 'viewer' ? '' : ' `role_too_low`.'
  return `${foreign} \`member_suspended\`.${role}${stepUp ? ' `step_up_required`.' : ''}`
}
