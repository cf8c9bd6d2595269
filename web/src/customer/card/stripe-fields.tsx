import { Alert, Button, Stack, useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { Refused } from '../../kit/refused.tsx'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AddCard } from '../pay/add-card.tsx'
import type { CardFormProps } from './card-form.tsx'
import type { Confirm, SavedCard } from './save-card.ts'
import { type Elements, loadStripe, type Stripe, type StripeElement } from './stripe-script.ts'
import { useSaveCard } from './use-save-card.ts'

/** Fields and wallets that Stripe's script draws, in frames of Stripe: a card number never reaches our page. */
export function StripeFields(props: CardFormProps) {
  const [tries, setTries] = useState(0)
  return <Fields key={tries} {...props} onRetry={() => setTries(tries + 1)} />
}

type FieldsProps = CardFormProps & { onRetry: () => void }

function Fields({ form, returnPath, jobId, wallet, ref, onRetry }: FieldsProps) {
  const { t } = useTexts('card')
  const { save, problem, clearProblem } = useSaveCard({ kind: form.kind, returnPath, jobId })
  const saveWith = async (drawn: Drawn, elements: Elements): Promise<SavedCard | null> => {
    clearProblem()
    // Wrong fields are marked by Stripe, before our server begins an attempt.
    const { error } = await elements.submit()
    return error ? null : save(confirming(drawn.stripe, elements))
  }
  const confirming =
    (stripe: Stripe, elements: Elements): Confirm =>
    async ({ setup_id, client_secret }) => {
      if (client_secret === null) return null
      const { error } = await stripe.confirmSetup({
        elements,
        clientSecret: client_secret,
        confirmParams: { return_url: `${location.origin}${returnPath}?card_setup=${setup_id}` },
        redirect: 'if_required',
      })
      return error ? (error.message ?? t('script.unclear')) : null
    }
  const onWalletConfirmed = async (drawn: Drawn, fail: () => void) => {
    let saved: SavedCard | null = null
    await wallet.onConfirmed(async () => (saved = await saveWith(drawn, drawn.wallets)))
    if (!saved) fail()
  }
  const { state, drawn, fieldsRef, walletsRef } = useDrawn(form.publishable_key ?? '', {
    mayOpen: wallet.mayOpen,
    onConfirmed: onWalletConfirmed,
  })
  useImperativeHandle(ref, () => ({
    save: async () => (drawn ? saveWith(drawn, drawn.fields) : null),
  }))
  return (
    <Stack gap="sm">
      {state.status === 'loading' && <Loading rows={2} />}
      {state.status === 'failed' && (
        <Stack gap="xs">
          <Alert color="red" role="alert">
            {t('script.failed')}
          </Alert>
          <Button variant="default" onClick={onRetry}>
            {t('script.again')}
          </Button>
          <AddCard returnPath={returnPath} jobId={jobId} isFirst={false} />
        </Stack>
      )}
      <div ref={walletsRef} className={state.hasWallet ? undefined : 'app-card-unseen'} />
      {state.hasWallet && <p className="app-card-or">{t('or')}</p>}
      <div ref={fieldsRef} hidden={state.status === 'failed'} />
      <Refused error={problem}>{problem}</Refused>
    </Stack>
  )
}

/** Wallets and fields are two groups: Stripe checks a group as a whole, and a wallet needs no typed card. */
type Drawn = { stripe: Stripe; fields: Elements; wallets: Elements }
type WalletEvents = { mayOpen: () => boolean; onConfirmed: (drawn: Drawn, fail: () => void) => Promise<void> }

/** Lets Stripe draw into two places of the page. */
function useDrawn(publishableKey: string, events: WalletEvents) {
  const { language } = useTexts('card')
  const isDark = useComputedColorScheme('light') === 'dark'
  const [state, setState] = useState({
    status: 'loading' as 'loading' | 'ready' | 'failed',
    hasWallet: false,
  })
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const fieldsRef = useRef<HTMLDivElement>(null)
  const walletsRef = useRef<HTMLDivElement>(null)
  const become = (change: Partial<typeof state>) => setState((before) => ({ ...before, ...change }))
  const fail = useEffectEvent(() => become({ status: 'failed' }))
  const onClick = useEffectEvent(() => events.mayOpen())
  const onConfirmed = useEffectEvent((next: Drawn, fail: () => void) => void events.onConfirmed(next, fail))
  const draw = useEffectEvent((stripe: Stripe): StripeElement[] => {
    const options = optionsOf(isDark)
    const next = { stripe, fields: stripe.elements(options), wallets: stripe.elements(options) }
    const fields = next.fields
      .create('payment', { wallets: { applePay: 'never', googlePay: 'never', link: 'never' } })
      .on('ready', () => become({ status: 'ready' }))
      .on('loaderror', () => become({ status: 'failed' }))
    const wallets = next.wallets
      .create('expressCheckout', { buttonHeight: 50, paymentMethods: onlyCards })
      .on('ready', ({ availablePaymentMethods: found = {} }) =>
        become({ hasWallet: Object.values(found).some(Boolean) }),
      )
      .on('click', ({ resolve, reject }) => (onClick() ? resolve() : reject()))
      .on('confirm', ({ paymentFailed }) => onConfirmed(next, () => paymentFailed({ reason: 'fail' })))
    if (fieldsRef.current) fields.mount(fieldsRef.current)
    if (walletsRef.current) wallets.mount(walletsRef.current)
    setDrawn(next)
    return [fields, wallets]
  })
  useEffect(() => {
    let elements: StripeElement[] = []
    let isGone = false
    loadStripe().then(
      (factory) => {
        if (!isGone) elements = draw(factory(publishableKey, { locale: stripeLocale(language) }))
      },
      () => fail(),
    )
    return () => {
      isGone = true
      for (const element of elements) element.destroy()
    }
  }, [publishableKey, language])
  return { state, drawn, fieldsRef, walletsRef }
}

/** The language of Stripe's fields: it has no Catalan. */
const stripeLocale = (language: string): string => (language === 'ca' ? 'es' : language)

/** Only wallets whose money is a card: others cannot be held for days. */
const onlyCards = { link: 'never', paypal: 'never', amazonPay: 'never', klarna: 'never' }

const optionsOf = (isDark: boolean) => ({
  mode: 'setup' as const,
  currency: 'eur' as const,
  allowedPaymentMethodTypes: ['card'],
  appearance: {
    theme: isDark ? ('night' as const) : ('stripe' as const),
    variables: { colorPrimary: isDark ? '#52c79c' : '#0b6b4f', borderRadius: '10px' },
  },
})
