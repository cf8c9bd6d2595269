import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { CheckNeeds } from '../accounts/check-code.ts'
import { createCodeHasher } from '../accounts/code-store.ts'
import { createDeviceProof } from '../accounts/device-proof.ts'
import type { StartNeeds } from '../accounts/start-sign-in.ts'
import type { Config } from '../config/read-config.ts'
import type { Tables } from '../db/tables.ts'
import { createMemberDeviceProof } from '../members/device-proof.ts'
import { createPasswordHasher } from '../members/password-hasher.ts'
import type { RefusalNeeds } from '../members/refused-proofs.ts'
import type { SmsNeeds } from '../sms/send.ts'
import type { Metrics } from './metrics.ts'
import { codePepper, memberSealer } from './secret-key.ts'

type Runtime = {
  sms: SmsNeeds
  secretKey: Buffer
  metrics: Metrics
  log: FastifyBaseLogger
  showOutbox: StartNeeds['onOutbox'] | null
}

/** Connects what the sign-in by phone code needs. */
export function connectSignIn(
  config: Config,
  { sms, secretKey, metrics, log, showOutbox }: Runtime,
): StartNeeds & CheckNeeds {
  const { codeCaps } = config
  return {
    ...sms,
    hashCode: createCodeHasher(codePepper(secretKey)),
    deviceProof: createDeviceProof(sms),
    codeCaps,
    codeText: codeText(config),
    onOutbox: showOutbox ?? (() => {}),
    onCode(outcome, country) {
      metrics.codes.labels(outcome, country).inc()
      if (outcome === 'country_stopped')
        log.warn(
          { country, minutes: codeCaps.CODES_STOP_MINUTES },
          'no codes to a country: hardly any was used',
        )
    },
  }
}

/** The variables of a code's text besides the code. */
export const codeText = ({ serviceName, baseUrl, plainLetters }: Config): StartNeeds['codeText'] => ({
  serviceName: capitalised(serviceName),
  host: new URL(baseUrl).hostname,
  plainLetters,
})

/** The display name of the app. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type MemberRuntime = { kysely: Kysely<Tables>; secretKey: Buffer; metrics: Metrics; log: FastifyBaseLogger }

/** Connects what the sign-in of members needs. */
export const connectMembers = (
  { baseUrl, serviceName }: Config,
  { kysely, secretKey, metrics, log }: MemberRuntime,
) => ({
  relyingParty: { name: capitalised(serviceName), baseUrl },
  passwords: createPasswordHasher(),
  sealer: memberSealer(secretKey),
  memberDevices: createMemberDeviceProof({ kysely }),
  onRefusedProof: ({ surface, what, ...refusal }: Parameters<RefusalNeeds['onRefusedProof']>[0]) => {
    metrics.refusedProofs.labels(surface, what).inc()
    log.info({ surface, what, ...refusal }, 'a proof of a member was refused')
  },
})
