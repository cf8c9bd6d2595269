import type { PersonLanguage } from '#contract/vocabulary.ts'
import { codeLifeSeconds } from '../accounts/code-store.ts'
import { type CodeSms, codeSms } from '../sms/code-message.ts'
import { outbox } from '../sms/providers/outbox.ts'
import { type NewSms, newSmsRow } from '../sms/store.ts'
import { chance } from './chance.ts'
import type { JobFacts } from './job-facts.ts'
import type { World } from './world.ts'

export type SignInTextNeeds = { codeText: Pick<CodeSms, 'serviceName' | 'host' | 'plainLetters'> }

/**
 * The text with a sign-in code of a person of the world, for a partner's tests. It stays in the outbox. It has no
 * challenge: no sign-in accepts the code, and a partner never reads the code of a real account with that number.
 */
export function signInText(
  { codeText }: SignInTextNeeds,
  world: World,
  { job, language }: { job: JobFacts; language: PersonLanguage },
): NewSms {
  const { jobId, customerPhone } = job
  const createdAt = new Date()
  const code = chance(1_000_000, world.seed, 'code', job.externalReference ?? customerPhone ?? '')
  return newSmsRow({
    about: { signIn: jobId },
    keyId: world.keyId,
    mode: 'test',
    to: customerPhone ?? '',
    body: codeSms({ ...codeText, code: String(code).padStart(6, '0'), language }),
    provider: outbox.connect({}),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + codeLifeSeconds * 1_000),
  })
}
