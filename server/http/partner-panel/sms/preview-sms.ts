import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { previewSms as operation } from '#contract/partner-panel/sms-preview.ts'
import { languages } from '#contract/vocabulary.ts'
import type { Tables } from '../../../db/tables.ts'
import type { SendDraftSms } from '../../../jobs/drafts/send-draft-sms.ts'
import { findPartner } from '../../../partners/find-partners.ts'
import { texts } from '../../../texts/index.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'

export type PreviewNeeds = { kysely: Kysely<Tables>; texter: Pick<SendDraftSms, 'preview'> }

/** Composes the text of a sample job in each language, as for a real draft. */
export function mountPreviewSms(scope: FastifyInstance, { kysely, texter }: PreviewNeeds): void {
  mount(scope, operation, async ({ caller: { partnerId }, query }) => {
    const partner = await findPartner(kysely, partnerId)
    if (!partner) throw notFound
    const { company_name: companyName, sms_language } = partner
    const { title, pickup_town: pickupPlace = 'Madrid', dropoff_town: dropoffPlace = 'Getafe' } = query
    const messages = languages.map((language) => {
      const sample = { companyName, pickupPlace, dropoffPlace, totalCents, language }
      const { savedSegments, ...preview } = texter.preview({
        ...sample,
        title: title ?? texts[language].sms.sampleTitle,
      })
      const is_used = sms_language === null || sms_language === language
      return { language, ...preview, saved_segments: savedSegments, is_used }
    })
    return { messages }
  })
}

const totalCents = 4_520
