/** `held:01a20754-…-e95f` → `held …46e95f`: the beginning of an id is that of all ids of the same day. */
export const shortAccount = (account: string): string =>
  account.replace(/(?::|^)[0-9a-f-]{30}([0-9a-f]{6})$/, ' …$1').trim()
