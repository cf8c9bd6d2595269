import { Button, Modal, NumberInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { locale, money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useDialog } from '../../panel/use-dialog.ts'
import type { Draft } from './draft.ts'
import { isRaise, raised } from './raise.ts'
import { decimalSeparator } from './unit-field.tsx'
import type { DraftForm } from './use-draft.ts'

type RaisePricesProps = { form: DraftForm; onClose: () => void }

/**
 * Changes the price of a kilometre in every tier by the same share, and shows the rounded prices before they are taken.
 */
export function RaisePrices({ form: { form }, onClose }: RaisePricesProps) {
  const { t } = useTexts('tariffs')
  const [typed, setTyped] = useState<number | string>('')
  const tiers = form.values.terms.distanceTiers
  const percent = Number(typed)
  const isAsked = typed !== '' && isRaise(percent)
  const take = () => {
    form.setFieldValue(
      'terms.distanceTiers',
      tiers.map((tier) => ({ ...tier, centsPerKm: raisedOf(tier, percent) })),
    )
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('raise.title')} {...useDialog()}>
      <Stack>
        <Text c="dimmed">{t('raise.text')}</Text>
        <NumberInput
          label={t('raise.by')}
          description={t('raise.byHelp')}
          value={typed}
          onChange={setTyped}
          error={typed !== '' && typed !== '-' && !isAsked && t('raise.byFault')}
          decimalSeparator={decimalSeparator()}
          allowedDecimalSeparators={['.', ',']}
          hideControls
          data-autofocus
          rightSection={<span className="tariff-unit">%</span>}
        />
        {isAsked && <Preview tiers={tiers} percent={percent} />}
        <Button disabled={!isAsked} onClick={take}>
          {t('raise.take')}
        </Button>
      </Stack>
    </Modal>
  )
}

type Tiers = Draft['distanceTiers']

/** A tier without a price stays without one. */
const raisedOf = ({ centsPerKm }: Tiers[number], percent: number): number | '' =>
  centsPerKm === '' ? '' : raised(centsPerKm, percent)

function Preview({ tiers, percent }: { tiers: Tiers; percent: number }) {
  const { t } = useTexts('tariffs')
  const km = new Intl.NumberFormat(locale(), { style: 'unit', unit: 'kilometer' })
  const shown = (euros: number | '') => (euros === '' ? '–' : money(Math.round(euros * 100)))
  return (
    <table className="panel-sums" aria-label={t('raise.prices')}>
      <thead>
        <tr>
          <th scope="col">{t('raise.tier')}</th>
          <th scope="col">{t('raise.now')}</th>
          <th scope="col">{t('raise.raised')}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map((tier, index) => {
          const isLast = index === tiers.length - 1
          const end = tier.upToKm === '' ? '–' : km.format(tier.upToKm)
          return (
            // A tier is its place in the list.
            <tr key={`tier ${index + 1}`}>
              <th scope="row">{isLast ? t('tierLast') : `${t('tierTo')} ${end}`}</th>
              <td>{shown(tier.centsPerKm)}</td>
              <td>{shown(raisedOf(tier, percent))}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
