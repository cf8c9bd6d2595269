import { shownPhone } from '../kit/phone-number.ts'

/** A phone number in its one form. A whole number can be called; one that is masked for the reader cannot. */
export function PhoneNumber({ phone }: { phone: string }) {
  if (!/^\+\d+$/.test(phone)) return <span className="panel-phone">{shownPhone(phone)}</span>
  return (
    <a className="panel-phone" href={`tel:${phone}`}>
      {shownPhone(phone)}
    </a>
  )
}
