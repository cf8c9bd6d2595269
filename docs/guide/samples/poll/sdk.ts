import { Dray, JobEndedError, WaitTimeoutError } from '@dray/sdk'

const dray = new Dray({ apiKey: 'YOUR_TEST_KEY', baseUrl: '{base_url}' })
const pauseMs = 300_000

try {
  // Sends the ETag, and goes on after failures that pass. It waits for 48 hours, unless `withinMs` says otherwise.
  const job = await dray.waitFor('JOB_ID', ['completed', 'cancelled'], { pollEveryMs: pauseMs })
  console.log(job.status)
} catch (error) {
  if (error instanceof JobEndedError) console.log('The job was deleted, or its draft expired.')
  else if (error instanceof WaitTimeoutError) console.log(`Still ${error.job.status}: ask again later.`)
  else throw error
}
