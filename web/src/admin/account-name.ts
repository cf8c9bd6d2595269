import { useShownCode } from './use-shown-code.ts'

/** `held:01a20754-…-e95f` → `held …46e95f`: the beginning of an id is that of all ids of the same day. */
const shortAccount = (account: string): string =>
  account.replace(/(?::|^)[0-9a-f-]{30}([0-9a-f]{6})$/, ' …$1').trim()

/** An account of the ledger for reading: its kind in words, and which of the platform's it is; a processor has a name. */
export function useAccountName(): (account: string) => string {
  const shownCode = useShownCode()
  return (account) => shortAccount(account).replaceAll(/^[a-z]+|(?<=^platform:)[a-z_]+$/g, shownCode)
}
