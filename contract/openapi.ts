import { commonHeaders, elsewhere, withHelp } from './answers.ts'
import { DuplicateReferenceBody, ErrorBody, RateLimitBody } from './common.ts'
import { partnerSupport } from './company.ts'
import { Estimate, EstimateInput, Job, JobCreated, JobInput, partnerOperations } from './partner.ts'
import { writeOpenApi } from './write-openapi.ts'

const schemas = [
  EstimateInput,
  Estimate,
  JobInput,
  JobCreated,
  Job,
  ErrorBody,
  DuplicateReferenceBody,
  RateLimitBody,
]

export const partnerApiTitle = 'Dray partner API'

/** The groups of the operations, in the order in which they are shown. */
export const tags = [
  { name: 'Prices', description: 'The price of a job before it is created.' },
  { name: 'Jobs', description: 'Hand over a job as a draft, and read its status.' },
]

/** The OpenAPI document of the partner API. `supportContact`: a `mailto:` or https address. */
export const openApi = (baseUrl: string, version: string, supportContact: string | null = null) =>
  writeOpenApi({
    info: {
      title: partnerApiTitle,
      version,
      description:
        'Hand over a delivery or moving job for one of your users: estimate, create a draft, read its status. Every response ' +
        'carries the rate-limit headers. Responses may gain members within `/v1`, and `error` may gain codes; ignore members ' +
        'that you do not know, and handle an unknown code by its HTTP status. In text marked `x-trim`, white space at both ends is removed before the validation; in text marked `x-one-line`, each line break or tab is read as `, `. An optional member of a body may be null, which ' +
        `means absent. ${elsewhere}`,
      contact: partnerSupport(supportContact ?? `${baseUrl}/docs`),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    baseUrl,
    guide: { url: `${baseUrl}/docs`, description: 'The partner guide, with samples to paste.' },
    tags,
    security: [{ apiKey: [] }],
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'For server-side use only.' },
    },
    operations: partnerOperations,
    answersOf: ({ answers }) => withHelp(answers),
    commonHeaders,
    schemas,
  })
