/** What Sinch answers to a batch, or to a look-up of the batch with this reference. */
export function sinchAnswer(method: string, reference: string): { status: number; answer: object } {
  const batch = { id: '01FC66621XXXXX119Z8PMV1QPQ', client_reference: reference, type: 'mt_text' }
  if (method === 'POST') return { status: 201, answer: { ...batch, canceled: false, to: ['34600111222'] } }
  return { status: 200, answer: { count: 1, page: 0, page_size: 1, batches: [batch] } }
}

/** The final report of a batch with one recipient. */
export const sinchReport = (status: string, code = 0, batchId = 'B1') => ({
  type: 'delivery_report_sms',
  batch_id: batchId,
  total_message_count: 1,
  statuses: [{ code, status, count: 1 }],
})
