import type { VendorApi } from './describe.ts'

/** What Dray calls at Sinch, and what Sinch posts (`server/sms/providers/sinch.ts`). */
export const sinchApi: VendorApi = {
  title: 'Sinch SMS',
  folder: 'dist',
  media: 'application/json',
  callOf(body) {
    const [, path] = /basePathUrl = `\$\{[\w.]+\.hostname\}([^`]+)`/.exec(body) ?? []
    const [, method] = /prepareOptions\(basePathUrl, '(\w+)'/.exec(body) ?? []
    return method && path
      ? { method, path: path.replace(/\$\{[\w.]+\.projectId\}/, '{service_plan_id}') }
      : null
  },
  operations: [
    {
      source: 'rest/v1/batches/batches-api',
      method: 'send',
      params: 'models/v1/text-request/text-request#TextRequest',
      answer: 'models/v1/text-response/text-response#TextResponse',
      status: 201,
    },
    {
      source: 'rest/v1/batches/batches-api',
      method: 'list',
      params: 'models/v1/requests/batches/batches-request-data#ListBatchesRequestData',
      answer: 'models/v1/api-batch-list/api-batch-list#ApiBatchList',
    },
  ],
  posted: [{ source: 'models/v1/delivery-report/delivery-report', type: 'DeliveryReport' }],
  whole: ['SendSMSResponse', 'DeliveryReport.statuses'],
}
