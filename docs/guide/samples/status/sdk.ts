import { Dray, DrayError } from '@dray/sdk'

const dray = new Dray({ apiKey: 'YOUR_TEST_KEY', baseUrl: '{base_url}' })

try {
  const job = await dray.getJob('JOB_ID')
  console.log(job.status)
} catch (error) {
  if (!(error instanceof DrayError)) throw error
  console.error(`${error.status} ${error.code}: ${error.message}`)
  process.exitCode = 1
}
