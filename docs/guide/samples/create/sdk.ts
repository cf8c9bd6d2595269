import { Dray, DrayError, GeocodingError, type JobInput, ValidationError } from '@dray/sdk'

const dray = new Dray({ apiKey: 'YOUR_TEST_KEY', baseUrl: '{base_url}' })

const job: JobInput = {
  external_reference: 'order-1001',
  title: 'Three-seat sofa',
  size: 'M',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  customer_phone: '+447700900000',
}
try {
  const created = await dray.createJob(job, { idempotencyKey: 'order-1001' })
  console.log(created.job_id)
  console.log(created.web_url)
} catch (error) {
  if (!(error instanceof DrayError)) throw error
  console.error(`${error.status} ${error.code}: ${error.message}`)
  if (error instanceof ValidationError || error instanceof GeocodingError) console.error(error.details)
  process.exitCode = 1
}
