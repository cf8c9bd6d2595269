import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { testCards } from '#contract/app/test-cards.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { IconWallet } from '../icons.ts'
import { cardName } from '../pay/card-name.ts'
import type { WalletUse } from './card-form.tsx'
import type { SavedCard } from './save-card.ts'
import { typedCard } from './test-cards.tsx'
import type { TypedCard } from './typed-card.ts'

type TestWalletProps = { wallet: WalletUse; save: (card: TypedCard) => Promise<SavedCard | null> }

/** A button that acts like Apple Pay or Google Pay where no real money moves: a sheet of the system that confirms. */
export function TestWallet({ wallet, save }: TestWalletProps) {
  const { t } = useTexts('card')
  const closeButton = useCloseButton()
  const [isOpen, setOpen] = useState(false)
  const [number, setNumber] = useState<string>(testCards[0].number)
  const confirm = () => {
    setOpen(false)
    void wallet.onConfirmed(() => save(typedCard(number)))
  }
  return (
    <>
      <Button
        size="lg"
        className="app-wallet"
        leftSection={<IconWallet aria-hidden />}
        aria-label={wallet.total ? t('wallet.actLabel') : undefined}
        onClick={() => wallet.mayOpen() && setOpen(true)}
      >
        {t('wallet.act')}
      </Button>
      <p className="app-card-or">{t('or')}</p>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('wallet.title')}
        closeButtonProps={closeButton}
      >
        <Stack>
          <Text>{t('wallet.about')}</Text>
          <NativeSelect
            label={t('wallet.card')}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
            data={testCards.map((card) => ({ value: card.number, label: labelOf(t, card) }))}
          />
          {wallet.total && (
            <Text fw={650}>
              {t('wallet.total')}: {wallet.total}
            </Text>
          )}
          <Button size="lg" onClick={confirm}>
            {t('wallet.confirm')}
          </Button>
          <Button size="lg" variant="default" onClick={() => setOpen(false)}>
            {t('kit:cancel')}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}

type Translate = ReturnType<typeof useTexts<'card'>>['t']

function labelOf(t: Translate, { number, brand, does }: (typeof testCards)[number]): string {
  const name = cardName({ brand, last_four: number.slice(-4) })
  return `${name.brand} ${name.lastFour} · ${t(`does.${does}`)}`
}
