import { maskPhone } from '../../lib/phone.ts'
import { type Words, wordsWithPhones } from '../../lib/shown-words.ts'
import { roleTooLow, stepUpRequired } from '../../members/refusals.ts'
import { hasRights } from '../../members/surface.ts'
import type { MemberCaller } from '../mount.ts'

type Reader = Pick<MemberCaller, 'role'>

/** Whole phones are for `staff` and owners: the others cannot call or text anybody. */
export const seesPhones = ({ role }: Reader): boolean => hasRights('admin', role, 'staff')

/** For files of many whole phones. @throws Problem `role_too_low`, `step_up_required`. */
export function requireWholePhones(caller: Pick<MemberCaller, 'role' | 'isFresh'>): void {
  if (!seesPhones(caller)) throw roleTooLow
  if (!caller.isFresh) throw stepUpRequired
}

/** Formats phones for this member. */
export const shownPhone = (caller: Reader) => {
  const whole = seesPhones(caller)
  return <Phone extends string | null>(phone: Phone): Phone | string =>
    whole || phone === null ? phone : maskPhone(phone)
}

/** Shows a plate to this member: for the others only that there is one. */
export const shownPlate = (caller: Reader, plate: string | null): string | null =>
  plate === null || seesPhones(caller) ? plate : '•••••'

/** Masks texts for this member, such as a description that may contain a phone. */
export const shownWords = (caller: Reader): Words => wordsWithPhones(seesPhones(caller) ? 'whole' : 'masked')

/**
 * Masks a partner's texts for this member. On the partner's own pages phones are not masked: they are the partner's.
 */
export const wordsOfPartner = (caller: Pick<MemberCaller, 'role' | 'partnerId'>): Words =>
  caller.partnerId === null ? shownWords(caller) : wordsWithPhones('whole')

/**
 * How a file shows typed texts: a file leaves the panel, so its phones are masked for every role, or whole on request.
 *
 * @throws Problem `role_too_low`, `step_up_required`.
 */
export function wordsOfFile(caller: Pick<MemberCaller, 'role' | 'isFresh'>, withPhones: boolean): Words {
  if (withPhones) requireWholePhones(caller)
  return wordsWithPhones(withPhones ? 'whole' : 'masked')
}
