import { commonHeaders, elsewhere, withHelp } from '../answers.ts'
import { partnerSupport } from '../company.ts'
import { writeOpenApi } from '../write-openapi.ts'
import { sandboxOperations } from './index.ts'

const tags = [
  { name: 'Stories', description: 'Customers who act by themselves.' },
  { name: 'Jobs', description: 'Read what happens to a job, and make it happen.' },
  { name: 'Clock', description: 'Read the time of a world, and move it forward.' },
  { name: 'World', description: 'Read the SMS of a world, delete it, and use up the calls of its key.' },
  { name: 'Previews', description: 'Prices and SMS of jobs that do not exist.' },
]

/** The OpenAPI document of the sandbox, which is for test keys and not a part of the partner API. */
export const sandboxOpenApi = (baseUrl: string, version: string, supportContact: string | null = null) =>
  writeOpenApi({
    info: {
      title: 'Dray sandbox',
      version,
      description: `Moves the jobs of a test key through their life. Only for test keys; production code never calls it. ${elsewhere}`,
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
