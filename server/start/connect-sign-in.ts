import type { FastifyBaseLogger } from 'fastify'
import type { CheckNeeds } from '../accounts/check-code.ts'
import { createCodeHasher } from '../accounts/code-hash.ts'
import { createDeviceProof } from '../accounts/device-proof.ts'
import type { StartNeeds } from '../accounts/start-sign-in.ts'
import type { Config } from '../config/read-config.ts'
import type { SmsNeeds } from '../sms/send.ts'
import { codePepper } from './derived-keys.ts'
import type { Metrics } from './metrics.ts'

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

/** What the text of a code says beside the code. */
export const codeText = ({ serviceName, baseUrl, plainLetters }: Config): StartNeeds['codeText'] => ({
  serviceName: capitalised(serviceName),
  host: new URL(baseUrl).hostname,
  plainLetters,
})

/** The display name of the app. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
