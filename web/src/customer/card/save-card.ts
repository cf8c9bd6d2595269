import {
  type CardForm,
  type CardSetup,
  listPaymentMethods,
  type PaymentMethod,
  readCardSetup,
  startCardSetup,
} from '#contract/app/payments.ts'
import { ApiError, call, type Output } from '../../kit/api.ts'
import { queryClient, readAgain } from '../../kit/query-client.ts'
import { beginSetup, forgetSetup, openSetup } from './open-setup.ts'

export type Target = {
  kind: CardForm['kind']
  returnPath: string
  /** A test job, whose cards are the sandbox's. */
  jobId: string | undefined
}

export type Started = Output<typeof startCardSetup>

/** Gives the card to the processor. Returns what is wrong with it, in the words to show; null if it was accepted. */
export type Confirm = (started: Started) => Promise<string | null>

/**
 * `isEarlier`: an earlier attempt, whose answer was lost, had saved a card. It may differ from what is typed now, so
 * nothing is paid with it before the person has seen it.
 */
export type SavedCard = { methodId: string; isEarlier: boolean }
export type Outcome = { saved: SavedCard } | { problem: string | null; isUndecided: boolean }

/**
 * Saves a card. Whatever the processor's script says, the server asks the processor what became of it, also when the
 * answer of the processor was lost.
 *
 * @throws ApiError when our server refuses, or cannot be reached.
 */
export async function saveCard(target: Target, confirm: Confirm): Promise<Outcome> {
  const earlier = await readOpen(target.kind)
  if (earlier) return { saved: { methodId: keep(target.kind, earlier), isEarlier: true } }
  const setup_id = openSetup(target.kind) ?? beginSetup(target.kind)
  const started = await call(startCardSetup, { body: bodyOf(target, setup_id) })
  const answer = await confirm(started).then(
    (problem) => ({ problem }),
    (error: unknown) => ({ error }),
  )
  const isAccepted = 'problem' in answer && answer.problem === null
  const setup = await resultOf(setup_id, isAccepted)
  if (setup.method) return { saved: { methodId: keep(target.kind, setup.method), isEarlier: false } }
  if (setup.status === 'refused') forgetSetup(target.kind)
  if ('error' in answer) throw answer.error
  return { problem: answer.problem, isUndecided: setup.status === 'pending' }
}

const bodyOf = ({ returnPath, jobId }: Target, setup_id: string) => ({
  setup_id,
  return_path: returnPath,
  in_page: true,
  ...(jobId && { job_id: jobId }),
})

/** The card of the open attempt, if it was saved; null if there is none, or it was not saved yet. */
async function readOpen(kind: CardForm['kind']): Promise<PaymentMethod | null> {
  const setup_id = openSetup(kind)
  if (!setup_id) return null
  try {
    const { status, method } = await call(readCardSetup, { params: { setup_id } })
    if (status === 'refused') forgetSetup(kind)
    return method
  } catch (error) {
    // It never reached the server, or belongs to another account.
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    forgetSetup(kind)
    return null
  }
}

/** The result of an attempt. One that the processor has accepted may take some seconds. */
async function resultOf(setup_id: string, isAccepted: boolean): Promise<CardSetup> {
  for (let tries = 1; ; tries++) {
    const setup = await call(readCardSetup, { params: { setup_id } })
    if (setup.status !== 'pending' || !isAccepted || tries === 10) return setup
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
}

/** Puts the card into the lists that were read before, and reads them again. @returns its id. */
function keep(kind: CardForm['kind'], method: PaymentMethod): string {
  forgetSetup(kind)
  const { payment_method_id: id } = method
  queryClient.setQueriesData<Output<typeof listPaymentMethods>>(
    { queryKey: [listPaymentMethods.operationId] },
    (list) =>
      list?.card_form.kind === kind
        ? { ...list, methods: [method, ...list.methods.filter((each) => each.payment_method_id !== id)] }
        : list,
  )
  void readAgain(listPaymentMethods)
  return id
}
