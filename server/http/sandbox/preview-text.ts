import type { FastifyInstance } from 'fastify'
import { previewText } from '#contract/sandbox/previews.ts'
import type { SendDraftSms } from '../../jobs/drafts/send-draft-sms.ts'
import { gsmSeptets } from '../../sms/gsm.ts'
import { segments } from '../../sms/messages.ts'
import { mount } from '../mount.ts'

export type TextNeeds = { texter: Pick<SendDraftSms, 'preview'> }

/** Composes the SMS of a job that does not exist, by the function that composes it for a draft. */
export function mountPreviewText(scope: FastifyInstance, { texter }: TextNeeds): void {
  mount(scope, previewText, async ({ caller: { companyName }, body }) => {
    const { title, language, pickup_place = 'Madrid', dropoff_place = 'Zaragoza', total_eur = 45.2 } = body
    const text = texter.preview({
      companyName,
      title,
      language,
      pickupPlace: pickup_place,
      dropoffPlace: dropoff_place,
      totalCents: Math.round(total_eur * 100),
    })
    const encoding: 'gsm' | 'ucs2' = gsmSeptets(text) === null ? 'ucs2' : 'gsm'
    return { body: text, segments: segments(text), characters: [...text].length, encoding }
  })
}
