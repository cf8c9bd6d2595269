import { allAnswers as allAdminAnswers } from '../admin/openapi.ts'
import type { Answer, PartnerPanelOperation } from '../operation.ts'
import { writeOpenApi } from '../write-openapi.ts'
import { partnerAccessOperations } from './access.ts'
import { derivedIds, partnerPanelOperations } from './index.ts'

/** The OpenAPI document of the partner's own pages. */
export const partnerPanelOpenApi = (baseUrl: string, version: string): object =>
  withOwnIds(
    writeOpenApi({
      info: {
        title: 'Dray partner pages API',
        version,
        description:
          "The API of the partner's own pages; programs hand over jobs through the partner API (`/v1`). A member signs in with a cookie. Responses may gain members within `/partner/v1`; ignore members that you do not know.",
      },
      baseUrl,
      securitySchemes: {
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Secure-dray_member',
          description:
            '`dray_member` without https. A request that changes something also needs an `Origin` header of the service.',
        },
      },
      operations: partnerPanelOperations,
      answersOf: allAnswers,
      membersOf: ({ access, stepUp }) => ({
        security: access === 'anyone' ? [] : [{ cookie: [] }],
        'x-access': access,
        ...(stepUp && { 'x-step-up': true }),
      }),
    }),
  )

/**
 * The texts of derived operations name operations of the operator's panel: replaces them with operations of this
 * document.
 */
function withOwnIds(document: object): object {
  const text = JSON.stringify(document).replaceAll(/`(\w+)`/g, (whole, id: string) => {
    const own = derivedIds.get(id)
    return own ? `\`${own}\`` : whole
  })
  return JSON.parse(text) as object
}

const own: readonly PartnerPanelOperation[] = partnerAccessOperations

/** All responses of an operation: the ones of its source in the operator's panel, and one more error. */
export function allAnswers(operation: PartnerPanelOperation): Record<number, Answer> {
  const answers = allAdminAnswers(operation)
  const forbidden = answers[403]
  if (!forbidden || operation.method === 'GET' || own.includes(operation)) return answers
  return { ...answers, 403: { ...forbidden, description: `${forbidden.description} \`partner_suspended\`.` } }
}
