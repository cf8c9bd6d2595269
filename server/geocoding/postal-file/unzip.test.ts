import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { zipOf } from '../../../test/support/zip.ts'
import { unzip, ZipError } from './unzip.ts'

const row = 'AD\tAD100\tCanillo\t\t\t\t\t\t\t42.5833\t1.6667\t6\n'

/** Archives made by Python's zipfile, each with two files and a comment at the end. */
const foreign = {
  deflated:
    'UEsDBBQAAAAIAAAAIVwFpqHlCgAAAAgAAAAKAAAAcmVhZG1lLnR4dCtKTUxRyE3lAgBQSwMEFAAAAAgAAAAhXPwHLwwpAAAAeAAAAAYAAABBRC50eHRzdOF0dDE0MOB0TszLzMnJ54QAEyM9UwtjY05DPTMzM3NOMy5HKqsDAFBLAQIUAxQAAAAIAAAAIVwFpqHlCgAAAAgAAAAKAAAAAAAAAAAAAACAAQAAAAByZWFkbWUudHh0UEsBAhQDFAAAAAgAAAAhXPwHLwwpAAAAeAAAAAYAAAAAAAAAAAAAAIABMgAAAEFELnR4dFBLBQYAAAAAAgACAGwAAAB/AAAACABHZW9OYW1lcw==',
  stored:
    'UEsDBBQAAAAAAAAAIVwFpqHlCAAAAAgAAAAKAAAAcmVhZG1lLnR4dHJlYWQgbWUKUEsDBBQAAAAAAAAAIVz8By8MeAAAAHgAAAAGAAAAQUQudHh0QUQJQUQxMDAJQ2FuaWxsbwkJCQkJCQk0Mi41ODMzCTEuNjY2Nwk2CkFECUFEMTAwCUNhbmlsbG8JCQkJCQkJNDIuNTgzMwkxLjY2NjcJNgpBRAlBRDEwMAlDYW5pbGxvCQkJCQkJCTQyLjU4MzMJMS42NjY3CTYKUEsBAhQDFAAAAAAAAAAhXAWmoeUIAAAACAAAAAoAAAAAAAAAAAAAAIABAAAAAHJlYWRtZS50eHRQSwECFAMUAAAAAAAAACFc/AcvDHgAAAB4AAAABgAAAAAAAAAAAAAAgAEwAAAAQUQudHh0UEsFBgAAAAACAAIAbAAAAMwAAAAIAEdlb05hbWVz',
  'streamed, with sizes behind the data':
    'UEsDBBQACAAIAAAAIVwAAAAAAAAAAAAAAAAKAAAAcmVhZG1lLnR4dCtKTUxRyE3lAgBQSwcIBaah5QoAAAAIAAAAUEsDBBQACAAIAAAAIVwAAAAAAAAAAAAAAAAGAAAAQUQudHh0c3ThdHQxNDDgdE7My8zJyeeEABMjPVMLY2NOQz0zMzNzTjMuRyqrAwBQSwcI/AcvDCkAAAB4AAAAUEsBAhQDFAAIAAgAAAAhXAWmoeUKAAAACAAAAAoAAAAAAAAAAAAAAIABAAAAAHJlYWRtZS50eHRQSwECFAMUAAgACAAAACFc/AcvDCkAAAB4AAAABgAAAAAAAAAAAAAAgAFCAAAAQUQudHh0UEsFBgAAAAACAAIAbAAAAJ8AAAAIAEdlb05hbWVz',
}

describe('a zip file', () => {
  for (const [how, base64] of Object.entries(foreign)) {
    test(`of another program is read: ${how}`, () => {
      const zip = Buffer.from(base64, 'base64')
      assert.equal(unzip(zip, 'AD.txt', 1_000).toString(), row.repeat(3))
      assert.equal(unzip(zip, 'readme.txt', 1_000).toString(), 'read me\n')
    })
  }

  test('that is empty inside gives an empty file', () => {
    assert.equal(unzip(zipOf('ES.txt', ''), 'ES.txt', 10).length, 0)
  })

  test('without the file says so', () => {
    assert.throws(() => unzip(zipOf('PT.txt', row), 'ES.txt', 1_000), /holds no ES\.txt/)
  })

  test('larger than allowed is refused before it is unpacked', () => {
    assert.throws(() => unzip(zipOf('ES.txt', Buffer.alloc(100_000)), 'ES.txt', 99_999), /larger than 99999/)
  })

  test('that unpacks to more than it says is refused', () => {
    const zip = zipOf('ES.txt', Buffer.alloc(100_000))
    const central = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    zip.writeUInt32LE(10, central + 24)
    assert.throws(() => unzip(zip, 'ES.txt', 99_999), ZipError)
  })

  test('cut off at any byte, or with any byte of it changed, never gives another content', () => {
    const zip = zipOf('ES.txt', row.repeat(2))
    for (let bytes = 0; bytes < zip.length; bytes++)
      assert.throws(() => unzip(zip.subarray(0, bytes), 'ES.txt', 1_000), ZipError, `${bytes} bytes`)
    for (let at = 0; at < zip.length; at++) {
      const broken = Buffer.from(zip)
      broken[at] = (broken[at] ?? 0) ^ 0x41
      try {
        assert.equal(unzip(broken, 'ES.txt', 1_000).toString(), row.repeat(2), `byte ${at}`)
      } catch (error) {
        assert.ok(error instanceof ZipError, `byte ${at}: ${String(error)}`)
      }
    }
  })

  test('that is none, or encrypted, is refused by name', () => {
    assert.throws(() => unzip(Buffer.from('<html>Not here</html>'.repeat(9)), 'ES.txt', 99), /not a zip file/)
    const zip = zipOf('ES.txt', row)
    const central = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    zip.writeUInt16LE(1, central + 8)
    assert.throws(() => unzip(zip, 'ES.txt', 1_000), /encrypted/)
  })
})
