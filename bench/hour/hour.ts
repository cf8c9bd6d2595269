import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, setGlobalDispatcher } from 'undici'
import { startFakeS3 } from '../../test/support/fake-s3.ts'
import { serveLocally } from '../../test/support/local-server.ts'
import { radosgwMissing, startRadosgw } from '../../test/support/radosgw.ts'
import { startTopology } from '../../test/support/topology/start.ts'
import { openPlace } from '../life/place.ts'
import { twelveMegapixels } from '../photos/twelve-megapixels.ts'
import { operatingFlags, prepareDray } from '../support/servers.ts'
import { createMinutes } from './minutes.ts'
import { sample } from './sample.ts'
import { startTraffic } from './traffic.ts'

/**
 * An hour (`--minutes`, 60) of steady mixed load through everything that an installation on several machines has, by
 * the files of `deploy/`. Prints what the processes hold as a line of CSV each minute, and at the end the first ten
 * minutes against ten in the middle and the last ten. What grows is a leak.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const seconds = Number(values.minutes) * 60
const secondsBetweenSamples = 5

prepareDray()
// The certificate of the balancer is self-signed.
setGlobalDispatcher(new Agent({ connect: { rejectUnauthorized: false } }))
const picture = await twelveMegapixels()
await using host = await serveLocally((_request, response) =>
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture),
)
await using bucket = await (radosgwMissing ? startFakeS3() : startRadosgw())
console.log(`the bucket is ${radosgwMissing ? 'a server in this process' : "Ceph's"}`)
await using topology = await startTopology(
  {
    ...bucket.env,
    PHOTO_STORAGE: 's3',
    PHOTO_SOURCES_ALLOWED: host.host,
    // All requests of the bench come from one address, and most creates from one key.
    RATE_LIMIT_PER_MINUTE: '100000',
    SMS_DAILY_CAP_PER_KEY: '1000000',
  },
  { hasSmallDisks: false, flags: operatingFlags() },
)
const { BASE_URL: baseUrl = '', DATA_DIR: dataDir = '' } = topology.env
const app = { url: topology.url, db: topology.database, dataDir }
const place = await openPlace(app, { photos: [`${host.url}/photo.jpg`], baseUrl })
const minutes = createMinutes()
{
  await using traffic = startTraffic(place)
  const startedAt = performance.now()
  for (let second = secondsBetweenSamples; second <= seconds; second += secondsBetweenSamples) {
    await sleep(Math.max(0, startedAt + second * 1_000 - performance.now()))
    // On a busy machine a sample may come too late; the next one counts.
    await sample(topology).then(minutes.add, (error: unknown) => console.log(`# no sample: ${String(error)}`))
    if (second % 60 === 0) console.log(minutes.end(traffic.take()))
  }
}
console.log(minutes.summary())
