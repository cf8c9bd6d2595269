import { Dray, DuplicateReferenceError, type JobInput } from '@dray/sdk'

const dray = new Dray({ apiKey: 'YOUR_TEST_KEY', baseUrl: '{base_url}' })

/** Can be called again with the same job, also after a restart: there is one job for each order. */
async function createOnce(order: string, job: JobInput): Promise<string> {
  try {
    const created = await dray.createJob({ ...job, external_reference: order }, { idempotencyKey: order })
    return created.job_id
  } catch (error) {
    // The job was created by an earlier call.
    if (error instanceof DuplicateReferenceError && error.jobId) return error.jobId
    throw error
  }
}

const jobId = await createOnce('order-1001', {
  title: 'Three-seat sofa',
  size: 'M',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  customer_phone: '+447700900000',
})
console.log(jobId)
