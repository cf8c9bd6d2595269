import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, LanguageChoice, MaybeInstant, MaybeText, Rating } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { phonePattern } from '../phone-pattern.ts'
import { carrierStatuses } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'
import { AccountParams, filterText, JobStatusChoice, PersonRating, ShownPhone } from './people.ts'

const listed = {
  account_id: Id('The person.'),
  name: MaybeText('Null until the person gives one, and once the account is erased.'),
  phone: ShownPhone,
  language: LanguageChoice,
  carrier_status: Type.Unsafe<(typeof carrierStatuses)[number] | null>({
    type: ['string', 'null'],
    enum: [...carrierStatuses, null],
    description: 'Null for a person who is only a customer.',
  }),
  suspended_at: MaybeInstant('Suspended'),
  erased_at: MaybeInstant('Erased'),
  created_at: Instant('First sign-in'),
}

const ListedAccount = Type.Object(listed, { $id: 'ListedAccount', additionalProperties: false })
export type ListedAccount = Static<typeof ListedAccount>

export const listAccounts = {
  operationId: 'listAccounts',
  method: 'GET',
  url: '/admin/v1/accounts',
  access: 'viewer',
  summary: 'The people who use the app',
  description: 'Customers and carriers, the newest first.',
  query: Type.Object({
    name: filterText('How the name begins.'),
    account_id: Type.Optional(Id('The whole id.')),
    ...pageQuery(BeforeId),
  }),
  answers: answers({
    200: {
      description: 'The people.',
      body: Type.Object(
        {
          accounts: Type.Array(ListedAccount),
          ...pageMembers,
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const readAccountByPhone = {
  operationId: 'readAccountByPhone',
  method: 'POST',
  url: '/admin/v1/accounts/by-phone',
  access: 'staff',
  summary: 'Find a person by their number',
  description:
    'The whole number, in a body because no number may be in a URL. The audit log keeps who asked, and the last two digits. ' +
    'At most 20 a minute, with those of jobs.',
  body: Type.Object(
    {
      phone: Type.String({ pattern: phonePattern, description: 'E.164, with country code.' }),
    },
    { additionalProperties: false },
  ),
  answers: answers({
    200: {
      description: 'The person; an empty list when no account has this number.',
      body: Type.Object(
        { accounts: Type.Array(ListedAccount, { maxItems: 1 }) },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

const AccountJob = Type.Object(
  {
    job_id: Id('The job.'),
    title: Type.String(),
    status: JobStatusChoice,
    total_cents: Cents('What the customer pays'),
    created_at: Instant('Created'),
  },
  { additionalProperties: false },
)

const AccountForStaff = Type.Object(
  {
    ...listed,
    suspended_reason: MaybeText('For staff only; null while the account is not suspended.'),
    accepted_terms: Type.Array(
      Type.Object(
        { version: Type.String(), accepted_at: Instant('Accepted') },
        { additionalProperties: false },
      ),
      { description: 'Versions of the terms that the person accepted, the last first.' },
    ),
    sessions: Type.Integer({ minimum: 0, description: 'Devices that are signed in.' }),
    rating: Rating,
    ratings: Type.Array(PersonRating, { description: 'By carriers, the last 20.' }),
    wallet: Type.Object(
      {
        balance_cents: Cents('In the wallet'),
        available_cents: Cents('The part that can pay jobs; the rest belongs to a disputed top-up'),
      },
      { additionalProperties: false },
    ),
    jobs: Type.Array(AccountJob, { description: 'As a customer, the last 20.' }),
    open_jobs_count: Type.Integer({ minimum: 0, description: 'Published and not finished, as a customer.' }),
  },
  { $id: 'AccountForStaff', additionalProperties: false },
)
export type AccountForStaff = Static<typeof AccountForStaff>

const url = '/admin/v1/accounts/:account_id'

const thePerson = { 200: { description: 'The person.', body: AccountForStaff } }

export const readAccount = {
  operationId: 'readAccount',
  method: 'GET',
  url,
  access: 'viewer',
  summary: 'One person',
  description: 'As a customer; what the person does as a carrier is in `readCarrierForStaff`.',
  params: AccountParams,
  answers: answers(thePerson),
} as const satisfies AdminOperation

export const suspendAccount = {
  operationId: 'suspendAccount',
  method: 'POST',
  url: `${url}/suspension`,
  access: 'staff',
  summary: 'Refuse every request of an account',
  description:
    'From the next request on; its jobs stay as they are. The person does not see the reason. Once more: only the reason changes.',
  params: AccountParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(thePerson),
} as const satisfies AdminOperation

export const resumeAccount = {
  operationId: 'resumeAccount',
  method: 'POST',
  url: `${url}/resumption`,
  access: 'staff',
  summary: 'Lift the suspension of an account',
  description: 'Its sessions work again. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(thePerson),
} as const satisfies AdminOperation

export const exportAccount = {
  operationId: 'exportAccount',
  method: 'POST',
  url: `${url}/data-export`,
  access: 'staff',
  stepUp: true,
  summary: 'Download everything that is held about a person',
  description:
    'The document that the person downloads in the app (`downloadMyData`), for a person who asks by other means. ' +
    'The audit log keeps who asked. At most four a minute.',
  params: AccountParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  downloads: ['application/json'],
  answers: answers({ 200: { description: 'The document.', body: null } }),
} as const satisfies AdminOperation

export const eraseAccount = {
  operationId: 'eraseAccount',
  method: 'POST',
  url: `${url}/erasure`,
  access: 'owner',
  stepUp: true,
  summary: 'Delete a person on their request',
  description:
    'Name, number, jobs, photos, cards and devices, for good. Amounts and dates that the law asks for stay, without the person. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object(
    {
      reason: Reason,
      money_settled: Type.Optional(
        Type.Boolean({ description: 'Its wallet and earnings were paid by other means; false by default.' }),
      ),
    },
    { additionalProperties: false },
  ),
  answers: answers(thePerson, {
    409: '`wrong_state`: something has to end first; `details` says what, and how. Nothing was changed.',
  }),
} as const satisfies AdminOperation

export const accountOperations = [
  listAccounts,
  readAccountByPhone,
  readAccount,
  suspendAccount,
  resumeAccount,
  exportAccount,
  eraseAccount,
] as const
