import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FetchAborted } from './fetch-errors.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { safeDownload } from './safe-download.ts'
import { options, startHost } from './testing.ts'

test('a download that the caller aborts ends with FetchAborted', async () => {
  await using source = await startHost(() => {})
  const caller = new AbortController()
  const download = safeDownload({ allowed: [source.authority] }, `http://${source.authority}/`, {
    ...options,
    signal: caller.signal,
  })
  caller.abort()
  await assert.rejects(download, FetchAborted)
  const arrived = Promise.withResolvers<void>()
  await using stalling = await startHost(() => arrived.resolve())
  const later = new AbortController()
  const begun = safeDownload({ allowed: [stalling.authority] }, `http://${stalling.authority}/`, {
    ...options,
    signal: later.signal,
  })
  void arrived.promise.then(() => later.abort())
  await assert.rejects(begun, FetchAborted)
})

test('an abort while waiting for the semaphore, before or after a redirect, is FetchAborted', async () => {
  await using source = await startHost((_, response) =>
    response.writeHead(302, { location: `http://localhost:${source.port}/photo` }).end(),
  )
  for (const crowded of ['127.0.0.1', 'localhost']) {
    const semaphore = createKeyedSemaphore({ total: 2, perKey: 1 })
    await semaphore.enter(crowded)
    const guard = { allowed: [source.authority, `localhost:${source.port}`], semaphore }
    const signal = AbortSignal.timeout(100)
    const download = safeDownload(guard, `http://${source.authority}/`, { ...options, signal })
    await assert.rejects(download, FetchAborted, crowded)
  }
})

test('time spent waiting for the semaphore does not count against the timeout', async () => {
  await using source = await startHost((request, response) => {
    if (request.url === '/photo') return response.end('photo')
    return response.writeHead(302, { location: `http://localhost:${source.port}/photo` }).end()
  })
  const semaphore = createKeyedSemaphore({ total: 2, perKey: 1 })
  const guard = { allowed: [source.authority, `localhost:${source.port}`], semaphore }
  for (const crowded of ['127.0.0.1', 'localhost']) {
    const leave = await semaphore.enter(crowded)
    setTimeout(leave, 600)
    const short = { ...options, totalTimeoutMs: 500 }
    assert.equal(String(await safeDownload(guard, `http://${source.authority}/`, short)), 'photo')
  }
})

test('the semaphore limits concurrent downloads per host; a redirect counts for its target', async () => {
  let open = 0
  let most = 0
  await using source = await startHost((request, response) => {
    if (request.url === '/moved')
      return response.writeHead(302, { location: `http://${source.authority}/photo` }).end()
    open += 1
    most = Math.max(most, open)
    return setTimeout(() => {
      open -= 1
      response.end('photo')
    }, 10)
  })
  const guard = {
    allowed: [source.authority, `localhost:${source.port}`],
    semaphore: createKeyedSemaphore({ total: 8, perKey: 2 }),
  }
  const direct = Array.from({ length: 6 }, () => `http://${source.authority}/photo`)
  const moved = Array.from({ length: 6 }, () => `http://localhost:${source.port}/moved`)
  await Promise.all([...direct, ...moved].map((url) => safeDownload(guard, url, options)))
  assert.equal(most, 2)
})
