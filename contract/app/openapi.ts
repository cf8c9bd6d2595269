import type { Answer, AppOperation } from '../operation.ts'
import { writeOpenApi } from '../write-openapi.ts'
import { accountHeader } from './account-header.ts'
import { AppError } from './common.ts'
import { appOperations } from './index.ts'

/** The OpenAPI document of the app API. */
export const appOpenApi = (baseUrl: string, version: string) =>
  writeOpenApi({
    info: {
      title: 'Dray app API',
      version,
      description: `The API of the app of customers and carriers. A browser signs in with a cookie, any other client with a token. In the session of another account than its header \`${accountHeader}\` names, a request is refused as \`signed_out\`. Responses may gain members within \`/app/v1\`; ignore members that you do not know.`,
    },
    baseUrl,
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token from `checkCode` with `kind` `native`.',
      },
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-dray_session',
        description:
          'Set by `checkCode` with `kind` `web`; named `dray_session` without https. A request that changes something also needs an `Origin` header of the service.',
      },
    },
    operations: appOperations,
    answersOf: allAnswers,
    membersOf: ({ access }) => ({
      security: access === 'anyone' ? [] : [{ token: [] }, { cookie: [] }],
      'x-access': access,
    }),
  })

const refusal = (description: string): Answer => ({ description, body: AppError })

/**
 * All responses of an operation: its own, and the ones implied by its access, parameters and body. 415 is always one of
 * them: a picture is refused also where the operation takes no body.
 */
export function allAnswers({
  access,
  needsTerms,
  params,
  body,
  takesPhoto,
  answers,
}: AppOperation): Record<number, Answer> {
  return {
    400: refusal('`validation_error`: `details` names each refused field.'),
    ...(access !== 'anyone' && {
      401: refusal('`signed_out`: there is no session, or it has ended.'),
    }),
    403: refusal(needsTerms ? `${forbidden[access]} \`terms_not_accepted\`.` : forbidden[access]),
    ...(params && { 404: refusal('`not_found`.') }),
    408: refusal('`request_timeout`: the request did not arrive in time.'),
    ...((body || takesPhoto) && {
      413: refusal(`\`payload_too_large\`: the body is over ${takesPhoto ? '8 MiB' : '64 KiB'}.`),
    }),
    415: refusal(
      `\`unsupported_media_type\`: the body must be ${takesPhoto ? 'one picture (`image/*`)' : '`application/json`'}.`,
    ),
    429: refusal('`rate_limit_exceeded`: wait `retry_after_seconds`.'),
    431: refusal('`validation_error`: the request headers are too large.'),
    500: refusal('`internal_error`: an error of the service; it is safe to send the request again.'),
    503: refusal('`service_unavailable`: send the request again after `retry_after_seconds`.'),
    ...answers,
  }
}

const foreign = '`unauthorized`: a request with a cookie came from a page of another site.'
const suspended = `${foreign} \`account_suspended\`.`
const forbidden = {
  anyone: foreign,
  account: suspended,
  carrier: `${suspended} \`not_a_carrier\`.`,
  approved_carrier: `${suspended} \`not_a_carrier\`. \`carrier_not_approved\`.`,
}
