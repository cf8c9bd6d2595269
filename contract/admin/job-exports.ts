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
      description:
        '`due`: waits for the background task; `running`: the file is being written; `done`: the file is complete; `failed`: there is no file.',
    }),
    rows_written: Type.Integer({ minimum: 0, description: 'The number of jobs in the file so far.' }),
    with_phones: Type.Boolean({
      description: 'True if phone numbers are complete; false if they are masked.',
    }),
    created_at: Instant('When the export was started'),
    finished_at: MaybeInstant('When the export ended'),
    expires_at: Instant('When the export is deleted'),
  },
  { $id: 'JobExport', additionalProperties: false },
)
export type JobExport = Static<typeof JobExport>

const params = Type.Object({ export_id: Id('The `export_id` from `startJobExport`.') })

export const startJobExport = {
  operationId: 'startJobExport',
  method: 'POST',
  url: '/admin/v1/job-exports',
  access: 'viewer',
  summary: 'Write jobs to a file',
  description:
    'A background task writes a CSV file with every job that matches the filters, the newest first. A member can have five exports; each is deleted after 24 hours. Complete phone numbers need a fresh proof of identity at the download too.',
  body: Type.Object(
    {
      filters: Type.Optional(JobFilters),
      ...withPhones,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    { 202: { description: 'The started export.', body: JobExport } },
    {
      409: '`wrong_state`: the member has five exports already.',
    },
  ),
} as const satisfies AdminOperation

export const listJobExports = {
  operationId: 'listJobExports',
  method: 'GET',
  url: '/admin/v1/job-exports',
  access: 'viewer',
  summary: 'List the exports of the member',
  description: 'The newest first.',
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
  summary: 'Read the progress of an export',
  description: 'Only for the member who started the export.',
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
    'Only for the member who started the export. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  params,
  downloads: ['text/csv'],
  answers: answers(
    { 200: { description: 'The file.', body: null } },
    {
      403: '`role_too_low` or `step_up_required`: the file has complete phone numbers.',
      404: '`not_found`.',
      409: '`wrong_state`: the file is not complete.',
    },
  ),
} as const satisfies AdminOperation

export const jobExportOperations = [startJobExport, listJobExports, readJobExport, downloadJobExport] as const
