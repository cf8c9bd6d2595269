/*
 * Plays the script of Stripe in a browser test: `elements`, `submit`, `confirmSetup` and the express checkout, as
 * https://docs.stripe.com/js describes them. Stripe draws in frames of its own; this draws into the page, so the tests
 * can type. What it would ask Stripe goes to https://api.stripe.com, which `stripe-page.ts` answers.
 */
const words = {
  en: {
    number: 'Number at Stripe',
    incomplete: 'Your card number is incomplete.',
    declined: 'Your card was declined.',
  },
  es: {
    number: 'Número en Stripe',
    incomplete: 'El número de tu tarjeta está incompleto.',
    declined: 'Se ha rechazado tu tarjeta.',
  },
}

function made(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, more)
}

async function send(what, body) {
  try {
    const answer = await fetch(`https://api.stripe.com/${what}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return (await answer.json()).outcome
  } catch {
    return 'lost'
  }
}

/** A dialog in the page, as Stripe's for 3-D Secure and the system's for a wallet. Resolves to the pressed button. */
function ask(title, ...buttons) {
  return new Promise((resolve) => {
    const dialog = made('dialog', '', { ariaLabel: title })
    dialog.append(made('p', title))
    for (const name of buttons)
      dialog.append(
        made('button', name, {
          type: 'button',
          onclick: () => {
            dialog.remove()
            resolve(name)
          },
        }),
      )
    document.body.append(dialog)
    dialog.showModal()
  })
}

function createElement(kind, group, text) {
  const heard = {}
  const place = made('div', '')
  const emit = (event, value) => (heard[event] ?? []).map((hear) => hear(value))
  const element = {
    place,
    on: (event, hear) => {
      heard[event] = [...(heard[event] ?? []), hear]
      return element
    },
    mount: (parent) => {
      parent.append(place)
      if (kind === 'payment') drawFields(place, group, text)
      else drawWallet(place, group, emit)
      emit('ready', kind === 'payment' ? {} : { availablePaymentMethods: { applePay: true } })
    },
    destroy: () => place.remove(),
  }
  return element
}

function drawFields(place, group, text) {
  const label = made('label', `${text.number} `)
  group.input = made('input', '', { type: 'text' })
  group.fault = made('p', '')
  label.append(group.input)
  place.append(label, group.fault)
}

function drawWallet(place, group, emit) {
  const press = () => {
    const choose = async () => {
      const choice = await ask('Apple Pay', 'Confirm in the wallet', 'Close the wallet')
      group.isWallet = choice === 'Confirm in the wallet'
      if (!group.isWallet) emit('cancel', {})
      else emit('confirm', { paymentFailed: () => (document.body.dataset.wallet = 'failed') })
    }
    emit('click', { resolve: () => void choose(), reject: () => (document.body.dataset.wallet = 'rejected') })
  }
  place.append(made('button', 'Pay with Apple Pay', { type: 'button', onclick: press }))
}

globalThis.Stripe = (key, { locale }) => {
  const text = words[locale]
  document.body.dataset.stripe = `${key} ${locale}`
  return {
    elements: ({ mode, allowedPaymentMethodTypes, appearance }) => {
      if (mode !== 'setup' || `${allowedPaymentMethodTypes}` !== 'card')
        throw new Error('not a form for cards')
      document.body.dataset.theme = appearance.theme
      const group = {}
      return {
        group,
        create: (kind) => createElement(kind, group, text),
        submit: async () => {
          if (group.isWallet || /^\d{4,}$/.test(group.input?.value ?? '')) return {}
          group.fault.textContent = text.incomplete
          return { error: { type: 'validation_error', message: text.incomplete } }
        },
      }
    },
    confirmSetup: async ({ elements: { group }, clientSecret, confirmParams, redirect }) => {
      if (redirect !== 'if_required' || !confirmParams.return_url.startsWith(location.origin))
        throw new Error('not a confirmation in the page')
      const card = group.isWallet ? 'wallet' : group.input.value
      let outcome = await send('confirm', { clientSecret, card })
      if (outcome === 'asks') {
        const approve = (await ask('3-D Secure', 'Approve', 'Refuse')) === 'Approve'
        outcome = await send('answer', { clientSecret, approve })
      }
      if (outcome === 'succeeded') return { setupIntent: { status: 'succeeded' } }
      return { error: { type: 'card_error', message: outcome === 'declined' ? text.declined : outcome } }
    },
  }
}
