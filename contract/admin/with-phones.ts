import { Type } from 'typebox'

/** Of every file that shows what people typed. */
export const withPhones = {
  with_phones: Type.Optional(
    Type.Boolean({
      description:
        'Whole phones: only for `staff` and owners with a fresh proof. By default they are masked, for every role.',
    }),
  ),
}

/** Said of the 403 of every operation that takes `with_phones`. */
export const withPhonesRefusal = '`role_too_low` or `step_up_required`: for whole phones.'
