import { InvalidArgumentError } from 'commander'

export function month(text: string): string {
  if (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('must be a month such as 2027-01')
}
