import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeSms } from './code-message.ts'
import { draftSms } from './messages.ts'
import { outboxNotice } from './notice.ts'

const body = draftSms({
  companyName: 'Loft',
  title: 'Mesa',
  pickupPlace: 'Madrid',
  dropoffPlace: 'Toledo',
  totalCents: 4_520,
  link: 'https://app.example.com/draft/AbC_dEf-1234?phone=%2B34600111678',
  language: 'es',
  hasApp: true,
  plainLetters: [],
})

test('the console shows the text and a link that opens on this machine, and no phone', () => {
  const notice = outboxNotice({ to: '+34600111678', body }, 'http://127.0.0.1:8080/')
  assert.equal(
    notice,
    'SMS to +34•••••678, kept in the outbox:\n' +
      '  Loft: todo listo para tu encargo. Mesa, de Madrid a Toledo. Total 45,20 €. ' +
      'Revisa y confirma: https://app.example.com/draft/AbC_dEf-1234 Descarga la app si no la tienes.\n' +
      '  Open it here: http://127.0.0.1:8080/draft/AbC_dEf-1234',
  )
})

test('a link that leads here already needs no second one', () => {
  const notice = outboxNotice({ to: '+34600111678', body }, 'https://app.example.com')
  assert.ok(notice.endsWith('https://app.example.com/draft/AbC_dEf-1234 Descarga la app si no la tienes.'))
})

test('a text without a link has no line to open', () => {
  assert.equal(
    outboxNotice({ to: '+34600111678', body: 'Hola' }, 'http://127.0.0.1:8080').split('\n').length,
    2,
  )
})

test('the lines of a sign-in code are kept apart', () => {
  const body = codeSms({
    serviceName: 'Dray',
    code: '012345',
    host: 'localhost',
    language: 'en',
    plainLetters: [],
  })
  const [, text, filled] = outboxNotice({ to: '+34600111678', body }, 'http://127.0.0.1:8080').split('\n')
  assert.match(text ?? '', /^ {2}Dray: 012345 is your sign-in code/)
  assert.equal(filled, '  @localhost #012345')
})
