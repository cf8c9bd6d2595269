import { type TSchema, Type } from 'typebox'
import { Id, MaybeText } from '../app/common.ts'

export const defaultPageSize = 50

/** What every list takes beside its filters. `place` is the schema of `before`: an id, or the place of a row. */
export const pageQuery = <const Place extends TSchema>(place: Place) => ({
  before: Type.Optional(place),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: `Rows a page; ${defaultPageSize} by default.` }),
  ),
})

/** `before` of the lists whose places are ids. */
export const BeforeId = Id('`next` of the page before.')

/** `before` of the lists that are sorted by an instant: its microseconds and the id of the row. */
export const BeforePlace = Type.String({
  pattern: '^[0-9]{1,17}~[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: '`next` of the page before.',
})

/** What every page of a list answers beside its rows. */
export const pageMembers = { next: MaybeText('For `before` of the next page; null on the last page.') }
