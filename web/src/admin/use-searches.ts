import { listAccounts, readAccountByPhone } from '#contract/admin/accounts.ts'
import type { StaffMe } from '#contract/admin/common.ts'
import { listJobs } from '#contract/admin/jobs.ts'
import { call } from '../kit/api.ts'
import { IconPackage, IconUser } from '../kit/icons.ts'
import { notify } from '../kit/notices.tsx'
import { asPhone } from '../kit/phone-number.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { IconUsers } from '../panel/icons.ts'
import { isLikePhone } from '../panel/is-like-phone.ts'
import { useGo } from '../panel/link.tsx'
import type { Command } from '../panel/places.ts'
import { useAct } from '../panel/use-act.ts'
import { searchOf } from './jobs/search-of.ts'
import { useSearchByPhone } from './person/use-search-by-phone.ts'
import { placeOf } from './places.ts'
import { mayCall } from './session/me.ts'
import { rememberTerms } from './typed-terms.ts'

const minLength = 3

/**
 * The searches of the command bar for a typed text: jobs, and the person of a phone or the people of a name. The
 * request is sent only when a search is chosen, because a search for a phone is recorded.
 */
export function useSearches(me: StaffMe): (typed: string) => Command[] {
  const { t } = useTexts('admin')
  const maySearchPhones = mayCall(me, readAccountByPhone)
  const findJobs = useFindJobs(maySearchPhones)
  const findPeople = useFindPeople()
  const go = useGo()
  const findPerson = useSearchByPhone((found) => {
    if (!found) return notify({ text: t('bar.personNone'), kind: 'bad' })
    go(placeOf[found.carrier_status ? 'carrier' : 'customer'](found.account_id).to)
  })
  return (typed) => {
    const text = typed.trim()
    if (text.length < minLength) return []
    const phone = maySearchPhones ? asPhone(text) : null
    const group = t('bar.search')
    const jobs = {
      id: 'find-jobs',
      text: t('bar.findJobs', { text }),
      group,
      Icon: IconPackage,
      run: () => findJobs(text),
    }
    const people = {
      id: 'find-people',
      text: t('bar.findPeople', { text }),
      group,
      Icon: IconUsers,
      run: () => findPeople(text),
    }
    if (!phone) return isLikePhone(text) ? [jobs] : [jobs, people]
    const person = {
      id: 'find-person',
      text: t('bar.findPerson', { text }),
      group,
      Icon: IconUser,
      run: () => findPerson.mutate(phone),
    }
    return [jobs, person]
  }
}

/** Opens the job of a text if exactly one matches, else the list of matches. */
function useFindJobs(maySearchPhones: boolean): (text: string) => void {
  const go = useGo()
  const find = useAct({
    act: (text: string) => {
      const search = (maySearchPhones && asPhone(text)) || text
      return call(listJobs, { body: { filters: { search }, limit: 2 } })
    },
    onDone: ({ jobs: [first, second] }, text) => {
      if (first && !second) go(placeOf.job(first.job_id).to)
      else go('/admin/jobs', { search: searchOf(text, { maySearchPhones }) })
    },
  })
  return (text) => find.mutate(text)
}

/** Opens the person whose name begins with a text if exactly one matches, else the list of matches. */
function useFindPeople(): (name: string) => void {
  const go = useGo()
  const find = useAct({
    act: (name: string) => call(listAccounts, { body: { filters: { name }, limit: 2 } }),
    onDone: ({ accounts: [first, second] }, name) => {
      if (first && !second) go(placeOf[first.carrier_status ? 'carrier' : 'customer'](first.account_id).to)
      else go('/admin/customers', { search: rememberTerms({ name }) })
    },
  })
  return (name) => find.mutate(name)
}
