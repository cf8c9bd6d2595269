import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressSubject, networkSubject } from './address-subject.ts'

test('all spellings of an address give the same subject', () => {
  const written: [string, string][] = [
    ['192.0.2.7', 'ip:192.0.2.7'],
    ['::ffff:192.0.2.7', 'ip:192.0.2.7'],
    ['::ffff:c000:207', 'ip:192.0.2.7'],
    ['64:ff9b::192.0.2.7', 'ip:192.0.2.7'],
    ['2001:db8:1:2::1', 'ip:2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', 'ip:2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', 'ip:2001:db8:1:3::/64'],
    ['::1', 'ip:0:0:0:0::/64'],
    ['fe80::1%eth0', 'ip:fe80:0:0:0::/64'],
    ['', 'ip:unknown'],
    ['unix:', 'ip:unknown'],
  ]
  for (const [ip, subject] of written) assert.equal(addressSubject(ip), subject, ip)
})

test('the network of an IPv6 address is its /48; IPv4, also wrapped, has none', () => {
  const written: [string, string | null][] = [
    ['2001:db8:1:2::1', 'ip:2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff::7', 'ip:2001:db8:1::/48'],
    ['2001:db8:2:2::1', 'ip:2001:db8:2::/48'],
    ['192.0.2.7', null],
    ['::ffff:192.0.2.7', null],
    ['64:ff9b::192.0.2.7', null],
    ['unix:', null],
  ]
  for (const [ip, subject] of written) assert.equal(networkSubject(ip), subject, ip)
})
