import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, MaybeInstant, MaybeText, PersonLanguageChoice, Rating } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { phonePattern } from '../phone-pattern.ts'
import { carrierStatuses } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery, Reason } from './common.ts'
import { AccountParams, filterText, JobStatusChoice, PersonRating, ShownPhone } from './people.ts'

const listed = {
  account_id: Id('The account of the person.'),
  name: MaybeText('The name; null until the person gives one, and after the account was erased.'),
  phone: ShownPhone,
  language: PersonLanguageChoice,
  carrier_status: Type.Unsafe<(typeof carrierStatuses)[number] | null>({
    type: ['string', 'null'],
    enum: [...carrierStatuses, null],
    description: 'The status of the person as a carrier; null for a person who is only a customer.',
  }),
  suspended_at: MaybeInstant('When the account was suspended', 'if it is not suspended'),
  erased_at: MaybeInstant('When the account was erased'),
  created_at: Instant('When the person first signed in'),
}

const ListedAccount = Type.Object(listed, { $id: 'ListedAccount', additionalProperties: false })
export type ListedAccount = Static<typeof ListedAccount>

const AccountFilters = Type.Object(
  {
    name: filterText('The start of the name.'),
    account_id: Type.Optional(Id('Only the account with this id.')),
  },
  { additionalProperties: false },
)

export const listAccounts = {
  operationId: 'listAccounts',
  method: 'POST',
  url: '/admin/v1/accounts/list',
  access: 'viewer',
  summary: 'List the people who use the app',
  description:
    'Customers and carriers, the newest first. The operation changes nothing; it is a POST because a name must not be in a URL.',
  body: Type.Object(
    { filters: Type.Optional(AccountFilters), ...pageQuery(BeforeId) },
    { additionalProperties: false },
  ),
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
  summary: 'Find a person by the phone number',
  description:
    'Finds the account of a complete phone number. The number is sent in a body, because a phone number must not be in a URL. The audit log records the member and the last two digits. At most 20 searches a minute, together with searches of jobs.',
  body: Type.Object(
    {
      phone: Type.String({
        pattern: phonePattern,
        description: 'The phone number in E.164 format, with country code.',
      }),
    },
    { additionalProperties: false },
  ),
  answers: answers({
    200: {
      description: 'The person; an empty list if no account has this number.',
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
    total_cents: Cents('The amount that the customer pays'),
    created_at: Instant('When the job was created'),
  },
  { additionalProperties: false },
)

const AccountForStaff = Type.Object(
  {
    ...listed,
    suspended_reason: MaybeText(
      'The reason of the suspension, only for staff; null if the account is not suspended.',
    ),
    accepted_terms: Type.Array(
      Type.Object(
        { version: Type.String(), accepted_at: Instant('When the person accepted it') },
        { additionalProperties: false },
      ),
      { description: 'The versions of the terms that the person accepted, the latest first.' },
    ),
    sessions: Type.Integer({ minimum: 0, description: 'The number of signed-in devices.' }),
    rating: Rating,
    ratings: Type.Array(PersonRating, { description: 'The last 20 ratings by carriers.' }),
    wallet: Type.Object(
      {
        balance_cents: Cents('The balance of the wallet'),
        available_cents: Cents(
          'The part of the balance that can pay for jobs; the rest belongs to a disputed top-up',
        ),
      },
      { additionalProperties: false },
    ),
    jobs: Type.Array(AccountJob, { description: 'The last 20 jobs of the person as a customer.' }),
    open_jobs_count: Type.Integer({
      minimum: 0,
      description: 'The number of jobs of the person as a customer that are published and not finished.',
    }),
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
  summary: 'Read a person',
  description: 'The person as a customer; `readCarrierForStaff` has the data as a carrier.',
  params: AccountParams,
  answers: answers(thePerson),
} as const satisfies AdminOperation

export const suspendAccount = {
  operationId: 'suspendAccount',
  method: 'POST',
  url: `${url}/suspension`,
  access: 'staff',
  summary: 'Suspend an account',
  description:
    'Every request of the account is refused from now on; its jobs do not change. The person does not see the reason. Repeating it changes only the reason.',
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
  description: 'The sessions of the account work again. Repeating it changes nothing.',
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
  summary: 'Download all data of a person',
  description:
    'The document that the person can download in the app (`downloadMyData`), for a person who requests it in another way. The audit log records the member. At most four a minute.',
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
    'Deletes name, number, jobs, photos, cards and devices permanently. Amounts and dates that the law requires are stored without the person. Repeating it changes nothing.',
  params: AccountParams,
  body: Type.Object(
    {
      reason: Reason,
      money_settled: Type.Optional(
        Type.Boolean({
          description:
            'True if the balance of the wallet and the earnings were paid to the person in another way; false by default.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answers: answers(thePerson, {
    409: '`wrong_state`: the account cannot be erased yet; `details` has the reasons and what to do. Nothing was changed.',
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
