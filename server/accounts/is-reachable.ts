import { type RawBuilder, sql } from 'kysely'

/** Whether a push or, where texts of notices are on, a text reaches this account. */
export const isReachable = (accountId: RawBuilder<unknown>, smsNotices: boolean) => sql<boolean>`exists (
  select from account a where a.id = ${accountId} and a.suspended_at is null and a.phone is not null
    and (${smsNotices} or exists (
      select from push_subscription s join session on session.id = s.session_id
      where s.account_id = a.id and session.ended_at is null and session.expires_at > now())))`
