import assert from 'node:assert/strict'
import test from 'node:test'
import { ownAddress } from '../../web/src/kit/own-address.ts'

const origin = 'https://dray.example'

test('a path of this app is returned as the browser normalises it', () => {
  const ours = {
    '/app': '/app',
    '/app/': '/app/',
    '/app?x=1': '/app?x=1',
    '/app/jobs/1?card_setup=2#pay': '/app/jobs/1?card_setup=2#pay',
    '/carrier/feed/1': '/carrier/feed/1',
    '/draft/abc?phone=%2B34612345678': '/draft/abc?phone=%2B34612345678',
    '/app/../carrier/jobs': '/carrier/jobs',
    '/app/jobs?back=//evil.example': '/app/jobs?back=//evil.example',
  }
  for (const [wished, led] of Object.entries(ours)) assert.equal(ownAddress(wished, origin), led, wished)
})

test('a return path never leads to another site', () => {
  const elsewhere = [
    undefined,
    7,
    ['/app'],
    '',
    'app',
    '/',
    '/admin',
    '/application',
    '/app/..',
    '/app/../admin',
    '//evil.example',
    '//evil.example/app',
    '///evil.example/app',
    '/\\evil.example/app',
    '/app\\..\\..\\evil.example',
    '/app/..//evil.example/x',
    '/app/%2e%2e//evil.example/x',
    '/app/.%2E//evil.example/x',
    '/app/..%2F..%2F/evil.example',
    '/app/%5c%5cevil.example',
    '/app/../\\evil.example',
    '/\t/evil.example/app',
    '/app/.\t.//evil.example',
    '\t//evil.example/app',
    ' //evil.example/app',
    'https://evil.example/app',
    'https://dray.example/app',
    'https:evil.example/app',
    'javascript:alert(1)//app',
    'data:text/html,/app',
    '//dray.example:444/app',
    '//[/app',
  ]
  for (const wished of elsewhere) assert.equal(ownAddress(wished, origin), undefined, String(wished))
})
