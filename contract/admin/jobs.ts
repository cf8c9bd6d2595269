import { Type } from 'typebox'
import { Id } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, BeforePlace, pageMembers, pageQuery, withPhones, withPhonesRefusal } from './common.ts'
import { JobForStaff } from './job-detail.ts'
import { JobFilters } from './job-filters.ts'
import { ListedJob } from './listed-job.ts'

/** Limit of counted jobs. */
export const maxCounted = 1_000

export const listJobs = {
  operationId: 'listJobs',
  method: 'POST',
  url: '/admin/v1/jobs/list',
  access: 'viewer',
  summary: 'Find jobs',
  description:
    'Newest first. It is a POST so that a phone that is searched for is in no URL; it changes nothing. ' +
    'At most 20 searches for a phone a minute, with those of people and exports.',
  body: Type.Object(
    {
      filters: Type.Optional(JobFilters),
      ...pageQuery(BeforePlace),
    },
    { additionalProperties: false },
  ),
  answers: answers({
    200: {
      description: 'The jobs.',
      body: Type.Object(
        {
          jobs: Type.Array(ListedJob),
          ...pageMembers,
          count: Type.Unsafe<{ jobs: number; more: boolean } | null>({
            type: ['object', 'null'],
            properties: { jobs: { type: 'integer', minimum: 0 }, more: { type: 'boolean' } },
            required: ['jobs', 'more'],
            additionalProperties: false,
            description: `How many there are, counted up to ${maxCounted}; \`more\` if there are more than that. Only on the first page.`,
          }),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const JobParams = Type.Object({ job_id: Id('Of `listJobs`.') })

export const readJobForStaff = {
  operationId: 'readJobForStaff',
  method: 'GET',
  url: '/admin/v1/jobs/:job_id',
  access: 'viewer',
  summary: 'Everything about a job',
  description: 'Phones are masked for a `viewer`.',
  params: JobParams,
  answers: answers(
    { 200: { description: 'The job.', body: JobForStaff } },
    { 404: '`not_found`: unknown, or a draft that has expired.' },
  ),
} as const satisfies AdminOperation

export const timelineFormats = ['csv', 'json'] as const

export const exportJobTimeline = {
  operationId: 'exportJobTimeline',
  method: 'GET',
  url: '/admin/v1/jobs/:job_id/timeline/export',
  access: 'staff',
  summary: 'Download what happened to a job',
  description:
    'The timeline for a dispute: each change with its instant in UTC, who brought it about, amounts in cents and euros, and ' +
    'the text that was sent as long as it is kept. `json` has the job and its price as well.',
  params: JobParams,
  query: Type.Object({
    format: Type.Enum([...timelineFormats], { type: 'string', description: 'Of the file.' }),
    ...withPhones,
  }),
  downloads: ['text/csv', 'application/json'],
  answers: answers(
    { 200: { description: 'The file.', body: null } },
    { 403: withPhonesRefusal, 404: '`not_found`: unknown, or a draft that has expired.' },
  ),
} as const satisfies AdminOperation

export const jobListOperations = [listJobs, readJobForStaff, exportJobTimeline] as const
