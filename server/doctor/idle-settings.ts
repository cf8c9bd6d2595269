import type { Env } from '../lib/env.ts'
import { type Check, warn } from './check.ts'

/** Settings that do nothing without another one. A start accepts them, because nothing is wrong without them. */
const needs: Record<string, { needed: string; isMet: (env: Env) => boolean }> = {
  MAIL_FROM: { needed: 'MAIL_URL', isMet: ({ MAIL_URL }) => Boolean(MAIL_URL) },
  ALERT_WEBHOOK_SECRET: { needed: 'ALERT_WEBHOOK_URL', isMet: hasWebhook },
  ALERT_WEBHOOK_ALLOWED: { needed: 'ALERT_WEBHOOK_URL', isMet: hasWebhook },
  LEGAL_TERMS_VERSION: { needed: 'LEGAL_TERMS', isMet: ({ LEGAL_TERMS }) => Boolean(LEGAL_TERMS) },
  VAT_BASIS_POINTS: { needed: 'VAT_SCHEME=included', isMet: ({ VAT_SCHEME }) => VAT_SCHEME === 'included' },
  SIMPLIFIED_INVOICE_MAX_CENTS: {
    needed: 'VAT_SCHEME=included, LEGAL_TAX_NUMBER and INVOICE_SELLS=everything',
    isMet: ({ VAT_SCHEME, LEGAL_TAX_NUMBER, INVOICE_SELLS }) =>
      VAT_SCHEME === 'included' && Boolean(LEGAL_TAX_NUMBER) && INVOICE_SELLS !== 'fee',
  },
  CARRIER_VAT_BASIS_POINTS: {
    needed: 'INVOICE_SELLS=everything',
    isMet: ({ INVOICE_SELLS }) => INVOICE_SELLS !== 'fee',
  },
}

function hasWebhook({ ALERT_WEBHOOK_URL }: Env): boolean {
  return Boolean(ALERT_WEBHOOK_URL)
}

/** Warns about settings that do nothing, and about a fee that no terms name. */
export function checkIdleSettings(env: Env): Check[] {
  const idle = Object.entries(needs).filter(([name, { isMet }]) => env[name] && !isMet(env))
  const hasFee = env.WASTED_TRIP_FEES && env.WASTED_TRIP_FEES !== 'off'
  return [
    ...idle.map(([name, { needed }]) =>
      warn(['configuration'], ['idleSetting', name, needed], ['setNeeded', name, needed]),
    ),
    ...(hasFee && !env.LEGAL_TERMS
      ? [warn(['configuration'], ['feeWithoutTerms'], ['setCompany', ['LEGAL_TERMS']])]
      : []),
  ]
}
