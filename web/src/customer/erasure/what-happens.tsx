import { Text } from '@mantine/core'
import type { Me } from '#contract/app/account.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'

/** Explains what is deleted, and what is kept: without the person, except on receipts. */
export function WhatHappens({ me }: { me: Me }) {
  const { t } = useTexts('account')
  const isCarrier = me.carrier_status !== null
  const gone = ['person', 'jobs', 'cards', 'devices', ...(isCarrier ? (['carrier'] as const) : [])] as const
  const kept = ['money', 'receipts', 'stars', ...(isCarrier ? (['carried'] as const) : [])] as const
  return (
    <>
      <Section title={t('erasure.goneTitle')}>
        <ul className="app-points">
          {gone.map((what) => (
            <li key={what}>{t(`erasure.gone.${what}`)}</li>
          ))}
        </ul>
      </Section>
      <Section title={t('erasure.keptTitle')}>
        <ul className="app-points">
          {kept.map((what) => (
            <li key={what}>{t(`erasure.kept.${what}`)}</li>
          ))}
        </ul>
        <Text c="dimmed" mt="sm">
          {t('erasure.again')}
        </Text>
      </Section>
    </>
  )
}
