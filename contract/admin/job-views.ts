import { type Static, Type } from 'typebox'
import { AppLine, Id, Instant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers } from './common.ts'
import { JobFilters } from './job-filters.ts'

const name = AppLine(1, 80, 'The name of the view.')
const shared = Type.Boolean({
  description: 'True for a view that every member of staff sees; only an `owner` can share a view.',
})

const JobView = Type.Object(
  {
    view_id: Id('The view.'),
    name: Type.String(),
    filters: JobFilters,
    shared: Type.Boolean(),
    mine: Type.Boolean({ description: 'True if the member of this request created it.' }),
    created_at: Instant('When the view was created'),
  },
  { $id: 'JobView', additionalProperties: false },
)
export type JobView = Static<typeof JobView>

const params = Type.Object({ view_id: Id('The `view_id` from `listJobViews`.') })
const sharing = { 403: '`role_too_low`: only an `owner` can share a view, or change or delete a shared one.' }

export const listJobViews = {
  operationId: 'listJobViews',
  method: 'GET',
  url: '/admin/v1/job-views',
  access: 'viewer',
  summary: 'List the saved views',
  description: 'The shared views and the views of the member, both in their chosen order.',
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
  description: 'A member can have 50 views. A view never has a phone number.',
  body: Type.Object(
    { name, filters: JobFilters, shared: Type.Optional(shared) },
    { additionalProperties: false },
  ),
  answers: answers(
    { 201: { description: 'Saved.', body: JobView } },
    { ...sharing, 409: '`wrong_state`: the member has 50 views already.' },
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
  description: 'Deletes a view of the member, or a shared view.',
  params,
  answers: answers({ 204: { description: 'Deleted.', body: null } }, { ...sharing, 404: '`not_found`.' }),
} as const satisfies AdminOperation

export const orderJobViews = {
  operationId: 'orderJobViews',
  method: 'PUT',
  url: '/admin/v1/job-view-order',
  access: 'viewer',
  summary: 'Set the order of the views',
  description:
    'Orders the views of the member, and for an `owner` also the shared ones. Other ids in the list are ignored.',
  body: Type.Object(
    {
      view_ids: Type.Array(Id('A view.'), {
        maxItems: 200,
        description: 'The ids of the views in their new order.',
      }),
    },
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
