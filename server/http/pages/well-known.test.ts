import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servePages } from '../../../test/support/pages.ts'

const apple = '/.well-known/apple-app-site-association'
const android = '/.well-known/assetlinks.json'

test('spec 1: the files of universal links and app links say which app opens /draft/', async () => {
  const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':')
  await using site = await servePages({
    appLinks: {
      appleAppIds: ['ABCDE12345.org.example.dray'],
      androidPackage: 'org.example.dray',
      androidCertSha256: [fingerprint],
    },
  })
  const [forApple, forAndroid] = await Promise.all([fetch(site.origin + apple), fetch(site.origin + android)])
  assert.match(forApple.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(await forApple.json(), {
    applinks: {
      details: [
        {
          appIDs: ['ABCDE12345.org.example.dray'],
          components: [{ '/': '/draft/*', comment: 'The link in the SMS' }],
        },
      ],
    },
  })
  assert.match(forAndroid.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(await forAndroid.json(), [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'org.example.dray',
        sha256_cert_fingerprints: [fingerprint],
      },
    },
  ])
})

test('without a configured app: 404 as JSON', async () => {
  await using site = await servePages({
    appLinks: { appleAppIds: [], androidPackage: 'org.example.dray', androidCertSha256: [] },
  })
  for (const url of [apple, android]) {
    const response = await fetch(site.origin + url, { headers: { accept: 'text/html' } })
    assert.equal(response.status, 404)
    assert.equal(((await response.json()) as { error: string }).error, 'not_found')
  }
})
