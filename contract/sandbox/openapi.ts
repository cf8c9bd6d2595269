import { commonHeaders, elsewhere, withHelp } from '../answers.ts'
import { partnerSupport } from '../company.ts'
import { writeOpenApi } from '../write-openapi.ts'
import { sandboxOperations } from './index.ts'

const tags = [
  { name: 'Stories', description: 'Customers who act by themselves.' },
  { name: 'Jobs', description: 'What happens to a job, and making it happen.' },
  { name: 'Clock', description: 'The time in which the jobs of a world live.' },
  { name: 'World', description: 'The SMS and the end of a world, and the calls of its key.' },
  { name: 'Previews', description: 'Prices and SMS of jobs that do not exist.' },
]

/** The OpenAPI document of the sandbox, which is for test keys and not a part of the partner API. */
export const sandboxOpenApi = (baseUrl: string, version: string, supportContact: string | null = null) =>
  writeOpenApi({
    info: {
      title: 'Dray sandbox',
      version,
      description: `Moves the jobs of a test key through their life. Only for test keys; production code needs nothing of it. ${elsewhere}`,
      contact: partnerSupport(supportContact ?? `${baseUrl}/docs`),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    baseUrl,
    tags,
    security: [{ apiKey: [] }],
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A test key.' },
    },
    operations: sandboxOperations,
    answersOf: ({ answers }) => withHelp(answers),
    commonHeaders,
    schemas: [],
  })
