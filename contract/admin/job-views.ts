import { type Static, Type } from 'typebox'
import { AppLine, Id, Instant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers } from './common.ts'
import { JobFilters } from './job-filters.ts'

const name = AppLine(1, 80, 'Of the view.')
const shared = Type.Boolean({ description: 'Seen by every member of staff; only an owner may share.' })

const JobView = Type.Object(
  {
    view_id: Id('The view.'),
    name: Type.String(),
    filters: JobFilters,
    shared: Type.Boolean(),
    mine: Type.Boolean({ description: 'Made by the member who asks.' }),
    created_at: Instant('Made'),
  },
  { $id: 'JobView', additionalProperties: false },
)
export type JobView = Static<typeof JobView>

const params = Type.Object({ view_id: Id('Of `listJobViews`.') })
const sharing = { 403: 'Sharing, and changing what is shared, is for an owner.' }

export const listJobViews = {
  operationId: 'listJobViews',
  method: 'GET',
  url: '/admin/v1/job-views',
  access: 'viewer',
  summary: 'Saved views',
  description: 'The shared ones and those of the member, each in the order that was chosen.',
  answers: answers({
    200: {
      description: 'The views.',
      body: Type.Object({ views: Type.Array(JobView) }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const createJobView = {
  operationId: 'createJobView',
  method: 'POST',
  url: '/admin/v1/job-views',
  access: 'viewer',
  summary: 'Save a view',
  description: 'At most 50 for a member. A view never holds a phone.',
  body: Type.Object(
    { name, filters: JobFilters, shared: Type.Optional(shared) },
    { additionalProperties: false },
  ),
  answers: answers(
    { 201: { description: 'Saved.', body: JobView } },
    { ...sharing, 409: '`wrong_state`: there are 50 already.' },
  ),
} as const satisfies AdminOperation

export const changeJobView = {
  operationId: 'changeJobView',
  method: 'PATCH',
  url: '/admin/v1/job-views/:view_id',
  access: 'viewer',
  summary: 'Change a view',
  description: 'Members that are absent stay as they are.',
  params,
  body: Type.Object(
    { name: Type.Optional(name), filters: Type.Optional(JobFilters), shared: Type.Optional(shared) },
    { additionalProperties: false },
  ),
  answers: answers({ 200: { description: 'The view.', body: JobView } }, { ...sharing, 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const deleteJobView = {
  operationId: 'deleteJobView',
  method: 'DELETE',
  url: '/admin/v1/job-views/:view_id',
  access: 'viewer',
  summary: 'Delete a view',
  description: 'Of the member, or a shared one.',
  params,
  answers: answers({ 204: { description: 'Deleted.', body: null } }, { ...sharing, 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const orderJobViews = {
  operationId: 'orderJobViews',
  method: 'PUT',
  url: '/admin/v1/job-view-order',
  access: 'viewer',
  summary: 'Order views',
  description:
    'Of the member; for an owner also the shared ones. Others in the list are left out of account.',
  body: Type.Object(
    { view_ids: Type.Array(Id('A view.'), { maxItems: 200, description: 'In the order wanted.' }) },
    { additionalProperties: false },
  ),
  answers: answers({ 204: { description: 'Ordered.', body: null } }),
} as const satisfies AdminOperation

export const jobViewOperations = [
  listJobViews,
  createJobView,
  changeJobView,
  deleteJobView,
  orderJobViews,
] as const
