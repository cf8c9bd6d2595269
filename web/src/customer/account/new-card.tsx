import { Button, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import type { CardForm as FormFacts } from '#contract/app/payments.ts'
import { IconPlus } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { useOnline } from '../../kit/online.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CardForm, type CardFormHandle } from '../card/card-form.tsx'
import { AddCard } from '../pay/add-card.tsx'
import { useCardSetup } from '../pay/card-setup.ts'
import { SetupStatus } from '../pay/setup-status.tsx'

const returnPath = '/app/account'

/** Saves a card without paying: in fields that open here, or on the page of the processor. */
export function NewCard({ form }: { form: FormFacts }) {
  const { t } = useTexts(['app', 'card'])
  const [isOpen, setOpen] = useState(false)
  const setup = useCardSetup(form.kind)
  return (
    <Stack gap="sm">
      <SetupStatus setup={setup} />
      {form.kind === 'page' && <AddCard returnPath={returnPath} isFirst={false} />}
      {form.kind !== 'page' && !isOpen && (
        <Button
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('pay.addCard')}
        </Button>
      )}
      {isOpen && <Typed form={form} onClose={() => setOpen(false)} />}
    </Stack>
  )
}

function Typed({ form, onClose }: { form: FormFacts; onClose: () => void }) {
  const { t } = useTexts('card')
  const handle = useRef<CardFormHandle>(null)
  const [isBusy, setBusy] = useState(false)
  const isOnline = useOnline()
  const saveWith = async (save: CardFormHandle['save']) => {
    if (isBusy || !isOnline) return
    setBusy(true)
    const saved = await save()
    setBusy(false)
    if (!saved) return
    notify({ text: t('saved') })
    onClose()
  }
  const save = () => void saveWith(async () => handle.current?.save() ?? null)
  return (
    <>
      <CardForm
        ref={handle}
        form={form}
        returnPath={returnPath}
        wallet={{ total: null, mayOpen: () => !isBusy && isOnline, onConfirmed: saveWith }}
        onEnter={save}
      />
      <Button loading={isBusy} disabled={!isOnline} onClick={save}>
        {t('save')}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={onClose}>
        {t('kit:cancel')}
      </Button>
    </>
  )
}
