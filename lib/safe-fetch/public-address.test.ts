import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isPublicAddress } from './public-address.ts'

const specialIPv4: [first: string, last: string][] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
]

const toNumber = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const toText = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')

test('every address of the special IPv4 ranges is refused, also inside IPv6', () => {
  const address = fc
    .constantFrom(...specialIPv4)
    .chain(([first, last]) => fc.integer({ min: toNumber(first), max: toNumber(last) }))
    .map(toText)
  fc.assert(
    fc.property(address, fc.constantFrom('', '::ffff:', '::', '64:ff9b::'), (ip, prefix) => {
      assert.equal(isPublicAddress(prefix + ip), false)
    }),
    { numRuns: 2_000 },
  )
})

test('both ends of each special range are refused, and the addresses next to them are not', () => {
  for (const [first, last] of specialIPv4) {
    assert.equal(isPublicAddress(first), false, first)
    assert.equal(isPublicAddress(last), false, last)
  }
  for (const ip of [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
  ]) {
    assert.equal(isPublicAddress(ip), true, ip)
  }
  for (const ip of [
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '223.255.255.255',
  ]) {
    assert.equal(isPublicAddress(ip), true, ip)
  }
})

test('the metadata addresses of cloud providers are refused', () => {
  const metadata = ['169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', '168.63.129.16']
  for (const ip of [...metadata, 'fd00:ec2::254', '::ffff:168.63.129.16']) {
    assert.equal(isPublicAddress(ip), false, ip)
  }
})

test('only global unicast IPv6 is public', () => {
  const refused = [
    ...[
      '::',
      '::1',
      '::7f00:1',
      '::8.8.8.8',
      '100::1',
      '4000::1',
      '5f00::1',
      'fc00::1',
      'fdff::1',
      'fe80::1',
    ],
    ...['fec0::1', 'ff02::1', '64:ff9b:1::8.8.8.8', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1'],
    ...['2001:db8::1', '2002:7f00:1::', '2002:808:808::1', '3fff::1', '::ffff:0:8.8.8.8', '2620:4f:8000::1'],
  ]
  for (const ip of refused) assert.equal(isPublicAddress(ip), false, ip)
  for (const ip of ['2606:4700::6810:84e5', '2a00:1450:4003:80f::200e', '2001:4860:4860::8888']) {
    assert.equal(isPublicAddress(ip), true, ip)
  }
})

test('a public IPv4 address stays public when it is mapped or behind NAT64', () => {
  for (const ip of ['8.8.8.8', '::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::808:808']) {
    assert.equal(isPublicAddress(ip), true, ip)
  }
})

test('text that is not a canonical address is refused', () => {
  const others = [
    '',
    'localhost',
    '2130706433',
    '0x7f.1',
    '8.8.8',
    '8.8.8.8 ',
    '08.8.8.8',
    '2606:4700::1%eth0',
    '[::1]',
  ]
  for (const text of others) assert.equal(isPublicAddress(text), false, text)
})
