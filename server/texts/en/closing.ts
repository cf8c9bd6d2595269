/** The closing of months in the operator's panel. */
export const closing = {
  notEnded: 'A month can be closed an hour after its end.',
}
