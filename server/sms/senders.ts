import { phoneCountry } from '../lib/phone.ts'
import type { SmsProvider } from './provider.ts'

/** By upper-case ISO code: a name of up to 11 characters, a number with `+`, or a short code. */
export type Senders = Readonly<Record<string, string>>

/** Parses `ES=Dray,PT=+351…`. */
export const sendersOf = (text: string): Senders =>
  Object.fromEntries(
    text.split(',').flatMap((entry) => {
      const [country, sender] = entry.trim().split('=')
      return country && sender ? [[country, sender]] : []
    }),
  )

/** Whether a sender is a name, which some countries accept only from a register. */
export const isName = (sender: string): boolean => !/^\+?\d+$/.test(sender)

/** The provider, with the sender for the country of each recipient. */
export const withSenders = (provider: SmsProvider, senders: Senders): SmsProvider => ({
  ...provider,
  send(sms, signal) {
    const sender = senders[phoneCountry(sms.to) ?? '']
    return provider.send(sender === undefined ? sms : { ...sms, sender }, signal)
  },
})
