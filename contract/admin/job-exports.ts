import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers, withPhones } from './common.ts'
import { JobFilters } from './job-filters.ts'

export const exportStates = ['due', 'running', 'done', 'failed'] as const

const JobExport = Type.Object(
  {
    export_id: Id('The export.'),
    status: Type.Enum([...exportStates], {
      type: 'string',
      description: '`done`: the file is complete.',
    }),
    rows_written: Type.Integer({ minimum: 0, description: 'Jobs in the file so far.' }),
    with_phones: Type.Boolean({ description: 'Phones are whole.' }),
    created_at: Instant('Started'),
    finished_at: MaybeInstant('Finished'),
    expires_at: Instant('Deleted then'),
  },
  { $id: 'JobExport', additionalProperties: false },
)
export type JobExport = Static<typeof JobExport>

const params = Type.Object({ export_id: Id('Of `startJobExport`.') })

export const startJobExport = {
  operationId: 'startJobExport',
  method: 'POST',
  url: '/admin/v1/job-exports',
  access: 'viewer',
  summary: 'Write jobs to a file',
  description:
    'Exactly the jobs that the filters let through, newest first, as CSV. A background task writes it. A member has at most five; each is deleted after 24 hours. Whole phones need the fresh proof at the download too.',
  body: Type.Object(
    {
      filters: Type.Optional(JobFilters),
      ...withPhones,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    { 202: { description: 'Started.', body: JobExport } },
    {
      409: '`wrong_state`: there are five already.',
    },
  ),
} as const satisfies AdminOperation

export const listJobExports = {
  operationId: 'listJobExports',
  method: 'GET',
  url: '/admin/v1/job-exports',
  access: 'viewer',
  summary: 'Exports of the member',
  description: 'Newest first.',
  answers: answers({
    200: {
      description: 'The exports.',
      body: Type.Object({ exports: Type.Array(JobExport) }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const readJobExport = {
  operationId: 'readJobExport',
  method: 'GET',
  url: '/admin/v1/job-exports/:export_id',
  access: 'viewer',
  summary: 'How far an export is',
  description: 'Only of the member.',
  params,
  answers: answers({ 200: { description: 'The export.', body: JobExport } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const downloadJobExport = {
  operationId: 'downloadJobExport',
  method: 'GET',
  url: '/admin/v1/job-exports/:export_id/file',
  access: 'viewer',
  summary: 'Download an export',
  description:
    'Only by the member who started it. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  params,
  downloads: ['text/csv'],
  answers: answers(
    { 200: { description: 'The file.', body: null } },
    {
      403: '`role_too_low` or `step_up_required`: it has whole phones.',
      404: '`not_found`.',
      409: '`wrong_state`: it is not complete.',
    },
  ),
} as const satisfies AdminOperation

export const jobExportOperations = [startJobExport, listJobExports, readJobExport, downloadJobExport] as const
