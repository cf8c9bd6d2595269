import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page, Route } from 'playwright-core'
import type { FakeStripe } from './fake-stripe/start.ts'
import type { CardBehaviour } from './fake-stripe/state.ts'

/** What a card does that is typed into the fake fields of Stripe. `4242` is the card of the wallet. */
export const stripeNumbers = {
  ok: '4242',
  refused: '4001',
  asks: '4002',
  declined: '4003',
} satisfies Partial<Record<CardBehaviour | 'refused' | 'asks', string>>

export type StripePage = {
  /** Origins outside of ours that the page has asked, in order. */
  asked: string[]
  /** Lets Stripe act, but loses its next answer to the page. */
  loseNext: () => void
  /** Keeps the script from loading until `isBlocked` is false again. */
  script: { isBlocked: boolean }
  /** The card of the wallet. */
  wallet: { does: CardBehaviour | 'refused' | 'asks' }
}

/** Serves the fake script of Stripe to the page, and lets it talk to the fake Stripe. */
export async function playStripe(page: Page, fake: FakeStripe): Promise<StripePage> {
  let isLost = false
  const played: StripePage = {
    asked: [],
    loseNext: () => void (isLost = true),
    script: { isBlocked: false },
    wallet: { does: 'ok' },
  }
  await page.route('https://js.stripe.com/**', (route) => {
    played.asked.push(new URL(route.request().url()).origin)
    return played.script.isBlocked
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await page.route('https://api.stripe.com/**', async (route) => {
    played.asked.push(new URL(route.request().url()).origin)
    const outcome = outcomeOf(fake, route, played.wallet.does)
    if (isLost) {
      isLost = false
      return route.abort()
    }
    await route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { outcome } })
  })
  return played
}

const script = readFileSync(path.join(import.meta.dirname, 'fake-stripe/browser-script.js'), 'utf8')

function outcomeOf({ people }: FakeStripe, route: Route, wallet: StripePage['wallet']['does']): string {
  const { pathname } = new URL(route.request().url())
  const { clientSecret, card, approve } = route.request().postDataJSON() as {
    clientSecret: string
    card?: string
    approve?: boolean
  }
  if (pathname === '/answer') return people.answerSetup(clientSecret, approve === true)
  const does = Object.entries(stripeNumbers).find(([, number]) => number === card)?.[0]
  return people.typeCard(clientSecret, card === 'wallet' ? wallet : (does as StripePage['wallet']['does']))
}
