import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noticeKinds, personLanguages } from '#contract/vocabulary.ts'
import { type AboutJob, pushPayload } from './messages.ts'

const job: AboutJob = {
  id: '01900000-0000-7000-8000-000000000000',
  title: 'Three-seat sofa',
  pickup: 'Madrid',
  dropoff: 'Zaragoza',
  earnsCents: 3_930,
  chargedCents: 4_520,
  hoursLeft: 6,
  carrierName: 'Lucía Fernández Gil',
  toCarrier: false,
  window: null,
}

test('every kind has its text in every language, short enough for a locked screen', () => {
  for (const kind of noticeKinds) {
    for (const language of personLanguages) {
      const about = kind.startsWith('carrier_') ? null : { ...job, title: 'x'.repeat(200) }
      const { title, body, url, tag } = pushPayload({ kind, language, job: about })
      for (const text of [title, body]) {
        assert.ok(text.length > 0 && text.length <= 200, text)
        assert.doesNotMatch(text, /\b(undefined|null|NaN)\b|\s{2}|^\s|\s$/, text)
      }
      assert.match(url, /^\/(app|carrier)/)
      const threads = {
        message_received: 'messages',
        messages_unread: 'messages',
        staff_answered: 'messages-operator',
      }
      const thread = kind in threads ? threads[kind as keyof typeof threads] : 'job'
      assert.equal(tag, about ? `${thread}-${job.id}` : 'account')
    }
  }
  const titles = personLanguages.map((language) => pushPayload({ kind: 'job_accepted', language, job }).title)
  assert.equal(new Set(titles).size, personLanguages.length, String(titles))
})

test('of a name only the first word is shown, and a title is cut between characters', () => {
  const { body } = pushPayload({ kind: 'job_accepted', language: 'es', job })
  assert.match(body, /Lucía/)
  assert.doesNotMatch(body, /Fernández|Gil/)
  const title = '🛋️'.repeat(60)
  const cut = pushPayload({ kind: 'job_posted', language: 'en', job: { ...job, title } }).body
  assert.ok(cut.isWellFormed())
  const nobody = pushPayload({ kind: 'job_accepted', language: 'en', job: { ...job, carrierName: null } })
  assert.match(nobody.body, /^Your carrier/)
})

test('a carrier is led to the feed or its own jobs, a customer to theirs', () => {
  const urlOf = (kind: 'job_nearby' | 'job_completed', toCarrier: boolean) =>
    pushPayload({ kind, language: 'en', job: { ...job, toCarrier } }).url
  assert.equal(urlOf('job_nearby', false), '/carrier')
  assert.equal(urlOf('job_completed', true), `/carrier/jobs/${job.id}`)
  assert.equal(urlOf('job_completed', false), `/app/jobs/${job.id}`)
  assert.match(pushPayload({ kind: 'job_nearby', language: 'es', job }).title, /39,30 €/)
})

test('a message leads to its thread, and a later one takes its place, not that of other news', () => {
  const { url, tag } = pushPayload({ kind: 'staff_answered', language: 'en', job })
  assert.deepEqual([url, tag], [`/app/jobs/${job.id}#messages-operator`, `messages-operator-${job.id}`])
})
