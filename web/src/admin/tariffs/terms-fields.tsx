import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { jobSizes } from '#contract/vocabulary.ts'
import { IconPlus, IconX } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../panel/section.tsx'
import { RaisePrices } from './raise-prices.tsx'
import { UnitField } from './unit-field.tsx'
import type { DraftForm } from './use-draft.ts'

const bySize = [
  ['baseCents', '€'],
  ['stairsCentsPerFloor', '€'],
  ['handlingMinutes', 'min'],
  ['stairsMinutesPerFloor', 'min'],
] as const

const shares = [
  ['feeBasisPoints', '%'],
  ['minimumFeeCents', '€'],
  ['carrierCommissionBasisPoints', '%'],
  ['drivingTimeFactorPercent', '%'],
] as const

/** Every member of a tariff. */
export function TermsFields({ form }: { form: DraftForm }) {
  const { t } = useTexts('tariffs')
  return (
    <>
      <Section title={t('bySize')}>
        <BySize form={form} />
      </Section>
      <Section title={t('distance')}>
        <div className="tariff-row">
          <UnitField {...{ form }} path="includedKm" unit="km" label={t('includedKm')} />
        </div>
        <Tiers form={form} />
      </Section>
      <Section title={t('shares')}>
        <div className="tariff-row">
          {shares.map(([name, unit]) => (
            <UnitField key={name} {...{ form, unit }} path={name} label={t(name)} />
          ))}
        </div>
      </Section>
    </>
  )
}

function BySize({ form }: { form: DraftForm }) {
  const { t } = useTexts('tariffs')
  return (
    <table className="tariff-sizes">
      <thead>
        <tr>
          <th scope="col">{t('value')}</th>
          {jobSizes.map((size) => (
            <th key={size} scope="col">
              {size}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bySize.map(([name, unit]) => (
          <tr key={name}>
            <th scope="row">{t(name)}</th>
            {jobSizes.map((size) => (
              <td key={size} data-size={size}>
                <UnitField
                  {...{ form, unit }}
                  path={`${name}.${size}`}
                  label={`${t(name)}, ${size}`}
                  isLabelHidden
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const maxTiers = 20

/** The tiers of the distance; the last has no end. */
function Tiers({ form: draft }: { form: DraftForm }) {
  const { t } = useTexts('tariffs')
  const { form } = draft
  const tiers = form.values.terms.distanceTiers
  const add = () => {
    form.insertListItem('terms.distanceTiers', { upToKm: '', centsPerKm: '' }, tiers.length - 1)
  }
  return (
    <fieldset className="tariff-tiers">
      <legend>{t('tiers')}</legend>
      {tiers.map((_, index) => {
        const isLast = index === tiers.length - 1
        const tier = index + 1
        return (
          // A tier is its place in the list.
          <div key={tier} className="tariff-tier">
            {isLast ? (
              <span>{t('tierLast')}</span>
            ) : (
              <UnitField
                form={draft}
                path={`distanceTiers.${index}.upToKm`}
                unit="km"
                label={t('tierToNamed', { tier })}
              />
            )}
            <UnitField
              form={draft}
              path={`distanceTiers.${index}.centsPerKm`}
              unit="€"
              label={t('tierCentsNamed', { tier })}
            />
            {!isLast && (
              <ActionIcon
                color="gray"
                aria-label={t('removeTier', { tier })}
                onClick={() => form.removeListItem('terms.distanceTiers', index)}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            )}
          </div>
        )
      })}
      <div className="panel-acts">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={tiers.length >= maxTiers}
          onClick={add}
        >
          {t('addTier')}
        </Button>
        <Raise form={draft} />
      </div>
    </fieldset>
  )
}

function Raise({ form }: { form: DraftForm }) {
  const { t } = useTexts('tariffs')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('raise.open')}
      </Button>
      {isOpen && <RaisePrices form={form} onClose={() => setOpen(false)} />}
    </>
  )
}
