import type { FastifyBaseLogger } from 'fastify'
import type { CheckNeeds } from '../accounts/check-code.ts'
import { createCodeHasher } from '../accounts/code-store.ts'
import { createDeviceProof } from '../accounts/device-proof.ts'
import type { StartNeeds } from '../accounts/start-sign-in.ts'
import type { Config } from '../config/read-config.ts'
import { capitalised } from '../lib/capitalised.ts'
import type { SmsNeeds } from '../sms/send.ts'
import type { Metrics } from './metrics.ts'
import { codePepper } from './secret-key.ts'

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
    deviceProof: createDeviceProof({ kysely: sms.kysely }),
    codeCaps,
    codeText: codeText(config),
    onOutbox: showOutbox ?? (() => {}),
    onCode(outcome, country) {
      metrics.codes.labels(outcome, country).inc()
      if (outcome === 'country_stopped')
        log.warn(
          { country, minutes: codeCaps.CODES_STOP_MINUTES },
          'sign-in codes to this country are stopped: too few of them were used',
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

/** The text with a capital first letter: of the service name, this is the name that people read. */
