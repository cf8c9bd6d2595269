import { maskPhone } from '../../lib/phone.ts'
import { hasRights } from '../../members/surface.ts'
import type { MemberCaller } from './caller.ts'

/** Whole phones are for `staff` and owners: the others cannot call or text anybody. */
export const seesPhones = ({ role }: Pick<MemberCaller, 'role'>): boolean => hasRights('admin', role, 'staff')

/** How this member sees phones. */
export const shownPhone = (caller: Pick<MemberCaller, 'role'>) => {
  const whole = seesPhones(caller)
  return <Phone extends string | null>(phone: Phone): Phone | string =>
    whole || phone === null ? phone : maskPhone(phone)
}
