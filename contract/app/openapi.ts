import { writeOpenApi } from '../write-openapi.ts'
import { allAnswers } from './everywhere.ts'
import { appOperations } from './index.ts'

/** The OpenAPI document of the app API. */
export const appOpenApi = (baseUrl: string, version: string) =>
  writeOpenApi({
    info: {
      title: 'Dray app API',
      version,
      description:
        'What the app of customers and carriers is made of. A browser signs in with a cookie, anything else with a token. ' +
        'Answers may gain members within `/app/v1`; ignore those you do not know.',
    },
    baseUrl,
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'Of `checkCode` with `kind` `native`.' },
      cookie: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-dray_session',
        description:
          'Of `checkCode` with `kind` `web`; `dray_session` where the service has no https. What changes something also ' +
          'needs an `Origin` of the service.',
      },
    },
    operations: appOperations,
    answersOf: allAnswers,
    membersOf: ({ access }) => ({
      security: access === 'anyone' ? [] : [{ token: [] }, { cookie: [] }],
      'x-access': access,
    }),
  })
