import assert from 'node:assert/strict'
import test from 'node:test'
import { stepsOf } from './sign-up.ts'

/* Decision 81: the state of each step of the sign-up. */
type Given = Parameters<typeof stepsOf>[0]

const given: Given = {
  name: 'Luis',
  status: 'approved',
  statusReason: null,
  plate: '1234 BCD',
  isProfileRequired: false,
  hasTaxData: true,
  payoutsReady: true,
  rule: 'asked',
  photos: [{ kind: 'portrait', state: 'shown', reason: null }],
  documents: [{ kind: 'licence', state: 'accepted', reason: null }],
  needed: ['licence'],
}

const stateOf = (step: string, change: Partial<Given>) => {
  const found = stepsOf({ ...given, ...change }).find((each) => each.step === step)
  return found && [found.state, found.reason]
}

test('decision 81: who has given everything has five steps that are done', () => {
  const states = stepsOf(given).map(({ state }) => state)
  assert.deepEqual(states, ['accepted', 'accepted', 'accepted', 'done', 'done'])
})

const removed = (kind: 'portrait' | 'vehicle') => [{ kind, state: 'removed' as const, reason: 'Blurred.' }]
const document = (state: 'waiting' | 'refused' | 'expired' | 'accepted', reason: string | null = null) => ({
  kind: 'licence' as const,
  state,
  reason,
})

const cases: [step: string, about: string, change: Partial<Given>, expected: [string, string | null]][] = [
  ['you', 'no name', { name: null }, ['to_do', null]],
  ['you', 'no portrait', { photos: [] }, ['to_do', null]],
  ['you', 'no portrait, and none is asked for', { photos: [], rule: 'off' }, ['accepted', null]],
  ['you', 'a removed portrait', { photos: removed('portrait') }, ['refused', 'Blurred.']],
  [
    'you',
    'a removed portrait, and none is asked for',
    { photos: removed('portrait'), rule: 'off' },
    ['accepted', null],
  ],
  ['you', 'not looked at', { status: 'pending' }, ['sent', null]],
  ['you', 'no carrier yet', { status: null }, ['sent', null]],
  ['vehicle', 'no carrier yet', { status: null }, ['to_do', null]],
  ['vehicle', 'no plate', { plate: null }, ['to_do', null]],
  ['vehicle', 'no plate, and none is asked for', { plate: null, rule: 'off' }, ['accepted', null]],
  ['vehicle', 'a removed photo', { photos: removed('vehicle') }, ['refused', 'Blurred.']],
  ['vehicle', 'rejected', { status: 'rejected', statusReason: 'Too old.' }, ['refused', 'Too old.']],
  ['documents', 'none', { documents: [] }, ['to_do', null]],
  ['documents', 'none, and none is needed', { documents: [], needed: [] }, ['to_do', null]],
  ['documents', 'one of two', { needed: ['licence', 'insurance'] }, ['to_do', null]],
  ['documents', 'waiting', { documents: [document('waiting')] }, ['sent', null]],
  ['documents', 'refused', { documents: [document('refused', 'Cut off.')] }, ['refused', 'Cut off.']],
  ['documents', 'expired', { documents: [document('expired')] }, ['expired', null]],
  [
    'documents',
    'the next one waits',
    { documents: [document('waiting'), document('expired')] },
    ['sent', null],
  ],
  [
    'documents',
    'valid, the next one refused',
    { documents: [document('refused'), document('accepted')] },
    ['accepted', null],
  ],
  ['tax_data', 'none', { hasTaxData: false }, ['to_do', null]],
  ['payouts', 'not begun', { payoutsReady: null }, ['to_do', null]],
  ['payouts', 'begun', { payoutsReady: false }, ['sent', null]],
]
for (const [step, about, change, expected] of cases)
  test(`decision 81: ${step}, ${about}: ${expected[0]}`, () =>
    assert.deepEqual(stateOf(step, change), expected))
