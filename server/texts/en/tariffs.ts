/** The versions of a tariff in the operator's panel. */
export const tariffs = {
  started: 'This tariff has started. Add a new version instead.',
}
