import { useShownCode } from './use-shown-code.ts'

/** `held:01a20754-…-e95f` → `held …46e95f`: ids of one day begin alike, so the end of the id is shown. */
const shortAccount = (account: string): string =>
  account.replace(/(?::|^)[0-9a-f-]{30}([0-9a-f]{6})$/, ' …$1').trim()

/**
 * The display name of a ledger account: its kind in words, and which platform account it is; a processor has a name.
 */
export function useAccountName(): (account: string) => string {
  const shownCode = useShownCode()
  return (account) => shortAccount(account).replaceAll(/^[a-z]+|(?<=^platform:)[a-z_]+$/g, shownCode)
}
