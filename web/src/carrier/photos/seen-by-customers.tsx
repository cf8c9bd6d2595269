import { Alert, Stack, Text } from '@mantine/core'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { PhotoField } from './photo-field.tsx'
import { useSignUp } from './use-sign-up.ts'

export const seenAnchor = 'seen'

/** On the profile: what the customers of accepted jobs see, and a reminder if something of it is missing. */
export function SeenByCustomers({ profile }: { profile: CarrierProfile }) {
  const { t } = useTexts('steps')
  const { data } = useSignUp()
  if (!data || data.rule === 'off') return null
  const hasPortrait = data.photos.some(({ kind, state }) => kind === 'portrait' && state === 'shown')
  const isMissing = !hasPortrait || !profile.plate
  const isRequired = profile.status === 'approved' && !data.may_accept
  return (
    <Section title={t('seen.title')} anchor={seenAnchor}>
      <Stack>
        <Text>{t('seen.text')}</Text>
        {isMissing && (
          <Alert color={isRequired ? 'red' : 'yellow'}>
            {t(isRequired ? 'seen.required' : 'seen.missing')} {!profile.plate && t('seen.plateBelow')}
          </Alert>
        )}
        <h3 className="app-section">{t('photo.portrait')}</h3>
        <PhotoField kind="portrait" photos={data.photos} />
        <h3 className="app-section">{t('photo.vehicle')}</h3>
        <PhotoField kind="vehicle" photos={data.photos} />
      </Stack>
    </Section>
  )
}
