import { Type } from 'typebox'
import { Id } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import {
  answers,
  BeforeSearchPlace,
  pageMembers,
  pageQuery,
  withPhones,
  withPhonesRefusal,
} from './common.ts'
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
    'The newest first. The operation changes nothing; it is a POST because a phone number must not be in a URL. At most 20 searches for a phone number a minute, together with searches of people and exports; the audit log records each once for its pages.',
  body: Type.Object(
    {
      filters: Type.Optional(JobFilters),
      ...pageQuery(BeforeSearchPlace),
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
            description: `The number of jobs that match the filters, counted up to ${maxCounted}; \`more\` is true if there are more. Null except on the first page.`,
          }),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const JobParams = Type.Object({ job_id: Id('The `job_id` from `listJobs`.') })

export const readJobForStaff = {
  operationId: 'readJobForStaff',
  method: 'GET',
  url: '/admin/v1/jobs/:job_id',
  access: 'viewer',
  summary: 'Read everything about a job',
  description:
    'The job with its timeline, texts, money and possible acts. Phone numbers are masked for a `viewer`.',
  params: JobParams,
  answers: answers(
    { 200: { description: 'The job.', body: JobForStaff } },
    { 404: '`not_found`: there is no such job, or it is a draft that has expired.' },
  ),
} as const satisfies AdminOperation

export const timelineFormats = ['csv', 'json', 'pdf'] as const

export const exportJobTimeline = {
  operationId: 'exportJobTimeline',
  method: 'GET',
  url: '/admin/v1/jobs/:job_id/timeline/export',
  access: 'staff',
  summary: 'Download the timeline of a job',
  description:
    'The timeline as evidence in a dispute: each change with its instant in UTC, its actor, amounts in cents and euros, and the sent text while it is stored. `json` also has the job, its price and the proofs of its carrier; `pdf` has the proofs with their photos, and the changes of the job and its money, as a bank reads it.',
  params: JobParams,
  query: Type.Object({
    format: Type.Enum([...timelineFormats], { type: 'string', description: 'The format of the file.' }),
    ...withPhones,
  }),
  downloads: ['text/csv', 'application/json', 'application/pdf'],
  answers: answers(
    { 200: { description: 'The file.', body: null } },
    { 403: withPhonesRefusal, 404: '`not_found`: there is no such job, or it is a draft that has expired.' },
  ),
} as const satisfies AdminOperation

export const jobListOperations = [listJobs, readJobForStaff, exportJobTimeline] as const
