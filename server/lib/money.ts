/** Money is integer cents inside and a number of euros on the wire (spec 2.4). */
export const eurosFromCents = (cents: number): number => cents / 100
