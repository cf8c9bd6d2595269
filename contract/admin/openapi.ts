import { writeOpenApi } from '../write-openapi.ts'
import { allAnswers } from './everywhere.ts'
import { adminOperations } from './index.ts'

/** The OpenAPI document of the operator's panel. */
export const adminOpenApi = (baseUrl: string, version: string) =>
  writeOpenApi({
    info: {
      title: 'Dray panel API',
      version,
      description:
        "What the operator's panel is made of. A member of staff signs in with a cookie. " +
        'Answers may gain members within `/admin/v1`; ignore those you do not know.',
    },
    baseUrl,
    securitySchemes: {
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Secure-dray_staff',
        description:
          '`dray_staff` where the service has no https. What changes something also needs an `Origin` of the service.',
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
