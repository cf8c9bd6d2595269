import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from './config-error.ts'
import { readConfig } from './read-config.ts'

// DESIGN 2: bad values stop the start with every fault listed at once.

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

const bad: [string, string[]][] = [
  ['TRUST_PROXY', ['abc', '10.0.0.0/99', '10.0.0.0/0', '::/0', '::1/129', '999.0.0.1', '10.0.0.1,abc', '0']],
  [
    'BASE_URL',
    [
      'https://a b',
      'https://[::1',
      'https://u:pw@dray.example',
      'https://@h',
      'https://h:99999',
      'https://h\\p',
    ],
  ],
  [
    'DATABASE_URL',
    ['postgres://', 'postgresql://', 'postgres://h:99999999/db', 'postgres://[::1', 'mysql://h/d'],
  ],
  ['MAP_STYLE_URL', ['https://', 'https://[', 'ftp://h/style.json']],
  ['APP_LINK_HOST', [':::', 'a:b', 'dray.example:99999999', 'dray.example:', 'a b']],
  ['PHOTO_SOURCES_ALLOWED', ['h:99999999', 'h:0', 'h', 'h:80,', ':::80', 'a b:80']],
  ['PUSH_ENDPOINTS_ALLOWED', ['h:99999999', 'h:65536']],
  ['GEOCODER', ['embedded,embedded', 'embedded, embedded']],
  ['ROUTER', ['embedded,embedded']],
  ['HOST', ['a b', '1.2.3.999', 'a:b:c']],
  ['WORK_PORT', ['99999', 'on']],
  ['REDIS_URL', ['redis://[::1', 'redis://h:99999999', 'http://h']],
  ['GEONAMES_URL', ['https://', 'https://h/', 'https://h:99999999']],
  ['SMS_COUNTRIES', ['es', 'ESP', '+34', '+351', 'ES,', '+', '+12345678', 'ES;PT']],
  ['SMS_PLAIN_LETTERS', ['on', 'nl', 'es,', 'off,es']],
  ['PUSH_CONTACT', ['https://[', 'mailto:me']],
  ['APP_STORE_URL', ['https://', 'http://h']],
]

test('an owner of the tables without the address of the database is a fault', () => {
  const owner = { DATABASE_OWNER_URL: 'postgres://owner@h/d' }
  assert.match(faultsOf(owner).join(), /^DATABASE_OWNER_URL needs DATABASE_URL/)
  assert.deepEqual(faultsOf({ ...owner, DATABASE_URL: 'postgres://dray@h/d' }), [])
})

test('a bad value is a fault that names its setting and does not repeat the value', () => {
  for (const [name, values] of bad)
    for (const value of values) {
      const faults = faultsOf({ [name]: value })
      assert.ok(faults.length > 0, `${name}=${value} was accepted`)
      for (const fault of faults) {
        assert.ok(fault.startsWith(`${name} `), `${name}=${value}: ${fault}`)
        assert.doesNotMatch(fault, /undefined|u:pw/)
      }
    }
})

test('every fault is listed at once', () => {
  const faults = faultsOf(Object.fromEntries(bad.map(([name, [value = '']]) => [name, value])))
  assert.deepEqual(
    bad.map(([name]) => name).filter((name) => !faults.some((fault) => fault.startsWith(`${name} `))),
    [],
  )
})

test('the addresses of providers are checked as well', () => {
  const chosen = {
    GEOCODER: 'nominatim',
    ROUTER: 'osrm',
    SMS_PROVIDER: 'twilio',
    PAYMENT_PROCESSOR: 'stripe',
  }
  const faults = faultsOf({
    ...chosen,
    NOMINATIM_URL: 'https://',
    OSRM_URL: 'https://[',
    TWILIO_URL: 'https://h:99999999',
    STRIPE_API_URL: 'https://',
  })
  for (const name of ['NOMINATIM_URL', 'OSRM_URL', 'TWILIO_URL', 'STRIPE_API_URL'])
    assert.ok(
      faults.some((fault) => fault.startsWith(`${name} must be a URL`)),
      `${name}: ${faults.join('; ')}`,
    )
})

test('good values of every form are accepted', () => {
  const good: [string, string[]][] = [
    ['TRUST_PROXY', ['1', '99', '10.0.0.1', '10.0.0.0/8, 192.168.1.1/32', '::1', 'fd00::/8', '::1/128']],
    [
      'BASE_URL',
      ['https://dray.example', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://DRAY.example:443'],
    ],
    [
      'DATABASE_URL',
      [
        'postgres://u:p@h:5432/db',
        'postgresql://h/db?sslmode=disable',
        'postgres://u@/db?host=/tmp',
        'postgres:///db',
      ],
    ],
    ['MAP_STYLE_URL', ['https://maps.example/style.json?key=abc', 'http://127.0.0.1:1/s']],
    ['APP_LINK_HOST', ['dray.example', 'dray.example:8443', '[::1]:8080', '127.0.0.1']],
    ['PHOTO_SOURCES_ALLOWED', ['127.0.0.1:8080', 'photos.internal:1, [::1]:65535', 'my_host:80']],
    ['GEOCODER', ['embedded']],
    ['HOST', ['0.0.0.0', '::', '::1', 'localhost', 'fe80::1%eth0', 'my_host']],
    ['WORK_PORT', ['off', '0', '65535']],
    ['REDIS_URL', ['redis://h:6379/0', 'rediss://u:p@h']],
    ['PUSH_CONTACT', ['mailto:me@dray.example', 'https://dray.example/contact']],
    ['SUPPORT_CONTACT', ['me@dray.example', 'mailto:me@dray.example', '+34 910 000 000', 'tel:+34910000000']],
    [
      'LEGAL_TERMS',
      [
        'https://dray.example/{language}/terms',
        'https://dray.example/{language:en,fr,ca}/terms',
        '/etc/dray/terms.{language}.md',
        'terms.md',
      ],
    ],
    ['LEGAL_NAME', ['Acme & Söhne, S.L.']],
    ['LEGAL_TERMS_VERSION', ['1', '2026-12-01']],
  ]
  for (const [name, values] of good)
    for (const value of values) assert.deepEqual(faultsOf({ [name]: value }), [], `${name}=${value}`)
})

test('photos may be at the folder beside a bucket, and at a bucket only where one is named (decision 54)', () => {
  const bucket = {
    S3_BUCKET: 'photos',
    S3_REGION: 'eu-west-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  assert.equal(readConfig({}).otherPhotoStorage, null)
  assert.equal(readConfig({ PHOTO_STORAGE: 'disk' }).otherPhotoStorage, null)
  assert.equal(readConfig(bucket).otherPhotoStorage?.name, 's3')
  // The folder needs no setting.
  assert.equal(readConfig({ ...bucket, PHOTO_STORAGE: 's3' }).otherPhotoStorage?.name, 'disk')
})
