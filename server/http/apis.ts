import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { adminOperations } from '#contract/admin/index.ts'
import { adminOpenApi } from '#contract/admin/openapi.ts'
import { appOperations } from '#contract/app/index.ts'
import { appOpenApi } from '#contract/app/openapi.ts'
import type { Access, Operation, PartnerAccess, StaffAccess } from '#contract/operation.ts'
import { partnerOperations } from '#contract/partner.ts'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { partnerPanelOpenApi } from '#contract/partner-panel/openapi.ts'
import { sandboxOperations } from '#contract/sandbox/index.ts'
import { sandboxOpenApi } from '#contract/sandbox/openapi.ts'
import { languages, type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import type { Text } from '../texts/index.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access of an operation of the app API; checked by admission. */
    access?: Access
    needsTerms?: true
    /** Minimum role for an operation of a panel, and whether it needs a fresh proof; checked by admission. */
    memberAccess?: StaffAccess | PartnerAccess
    stepUp?: true
  }
}

type WriteDocument = (baseUrl: string, version: string, supportContact?: string | null) => object

/** What the routes of an API have in common. */
export type Api = {
  prefix: `/${string}`
  operations: readonly Operation[]
  /** Chooses the error bodies. */
  errors: 'partner' | 'app'
  /** Its OpenAPI document. It is outside the prefix, so reading it needs no key and is not counted. */
  document?: { url: string; write: WriteDocument }
  /** Web pages share its path (`/admin/*`), so they must not respond to unknown paths of the API. */
  isBesidePages?: true
  /** The languages of its responses. */
  languages: readonly PersonLanguage[]
  /** The message for invalid fields. */
  invalid: Text
  /** The part of an operation that admission reads. */
  configOf: (operation: Pick<Operation, 'access' | 'needsTerms' | 'stepUp'>) => FastifyContextConfig
  /** The authenticated caller, and the language of the caller's texts. */
  callerOf: (request: FastifyRequest) => { caller: unknown; language: PersonLanguage | null }
}

const forKeys = {
  errors: 'partner',
  languages,
  invalid: (t) => t.partners.fieldsNotValid,
  // Every operation needs a key, so admission needs no access level.
  configOf: () => ({}),
  callerOf: ({ partnerKey: caller }) => ({ caller, language: caller.smsLanguage }),
} as const satisfies Partial<Api>

const forMembers = {
  errors: 'app',
  languages,
  isBesidePages: true,
  invalid: (t) => t.accounts.checkInput,
  configOf: ({ access, stepUp }) => ({
    memberAccess: access as StaffAccess | PartnerAccess,
    ...(stepUp && { stepUp }),
  }),
  callerOf: ({ member: caller }) => ({ caller, language: caller?.language ?? null }),
} as const satisfies Partial<Api>

/** The five APIs. */
export const apis = {
  partner: { ...forKeys, prefix: '/v1', operations: partnerOperations },
  sandbox: {
    ...forKeys,
    prefix: '/sandbox/v1',
    operations: sandboxOperations,
    document: { url: '/sandbox/openapi.json', write: sandboxOpenApi },
  },
  app: {
    prefix: '/app/v1',
    operations: appOperations,
    errors: 'app',
    languages: personLanguages,
    isBesidePages: true,
    document: { url: '/app/openapi.json', write: appOpenApi },
    invalid: (t) => t.accounts.checkInput,
    configOf: ({ access, needsTerms }) => ({ access: access as Access, ...(needsTerms && { needsTerms }) }),
    callerOf: ({ caller }) => ({ caller, language: caller?.language ?? null }),
  },
  admin: {
    ...forMembers,
    prefix: '/admin/v1',
    operations: adminOperations,
    document: { url: '/admin/openapi.json', write: adminOpenApi },
  },
  partnerPages: {
    ...forMembers,
    prefix: '/partner/v1',
    operations: partnerPanelOperations,
    document: { url: '/partner/openapi.json', write: partnerPanelOpenApi },
  },
} as const satisfies Record<string, Api>
