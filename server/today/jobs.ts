import { sql } from 'kysely'
import { wasAsked } from '../jobs/asked-customers.ts'
import { collectBySql, isTripReportedSql, isUncollectedSql } from '../jobs/collection.ts'
import { isAnswerableSql, talkOfReportSql } from '../jobs/conversation/reports.ts'
import type { Entry, Source } from './entry.ts'

/** How long a person who wrote about a report can wait for an answer, in hours. */
const answerHours = 4

/** Jobs whose carrier has not collected by the deadline: the customer waits and may cancel free of charge. */
export const overdueCollections: Source = {
  kinds: ['collection_overdue'],
  rows: sql<Entry>`
    select 'collection_overdue' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      ${sql.raw(collectBySql)} as since, ${sql.raw(collectBySql)} as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents", who.name as cause, ${sql.raw(collectBySql)} as "newsAt"
    from job left join account who on who.id = job.carrier_id
    where ${sql.raw(`${isUncollectedSql} and ${collectBySql}`)} <= now() and job.mode = 'live'
      and not ${sql.raw(isTripReportedSql)}`,
}

/** Problems reported by customers. The carrier is not paid until each is resolved. */
export const openProblems: Source = {
  kinds: ['problem_open'],
  rows: sql<Entry>`
    select 'problem_open' as kind, problem.id as "subjectId", job.id as "jobId", job.title as label,
      problem.created_at as since, problem.created_at as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents", problem.kind as cause
    from job_problem problem join job on job.id = problem.job_id
    where problem.status = 'open' and job.mode = 'live'`,
}

/** Reports of carriers that the customer contests. Without a decision, the job ends for nothing at `due_at`. */
export const contestedTrips: Source = {
  kinds: ['trip_contested'],
  rows: sql<Entry>`
    select 'trip_contested' as kind, report.id as "subjectId", job.id as "jobId", job.title as label,
      coalesce(report.answered_at, report.created_at) as since, report.due_at as "costsAt",
      report.fee_cents as "amountCents", report.kind as cause
    from trip_report report join job on job.id = report.job_id
    where report.status = 'answered' and job.mode = 'live'`,
}

/**
 * Messages to the operator, reports of messages too, since the first one without an answer. An entry for each person
 * who has written, with the carriers whose messages they report. A report waits whatever becomes of the job.
 */
export const waitingMessages: Source = {
  kinds: ['message_waiting'],
  rows: sql<Entry>`
    select 'message_waiting' as kind,
      concat_ws(' ', job.id, message.thread, nullif(message.carrier_id, job.carrier_id)) as "subjectId", job.id as "jobId",
      min(job.title) as label, min(message.created_at) as since,
      min(message.created_at) + make_interval(hours => ${answerHours}) as "costsAt",
      min((job.price->>'totalCents')::integer) as "amountCents", message.thread as cause,
      max(message.created_at) as "newsAt", string_agg(distinct reported.name, ', ') as "aboutName"
    from job_message message join job on job.id = message.job_id
    left join account reported on message.thread = 'customer' and message.report_kind is not null
      and reported.id = ${sql.raw(talkOfReportSql('message'))}
    where message.waits and job.mode = 'live'
      and ${sql.raw(isAnswerableSql('message.thread', 'message.carrier_id'))}
    group by job.id, message.thread, message.carrier_id`,
}

/** Deliveries that were reported sooner than the route allows. The money waits for a confirmation. */
export const doubtedDeliveries: Source = {
  kinds: ['delivery_doubted'],
  rows: sql<Entry>`
    select 'delivery_doubted' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      block.created_at as since, coalesce(block.until, block.created_at) as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents", doubt.reason as cause
    from money_block block join job on job.id = block.job_id
    left join delivery_doubt doubt on doubt.job_id = job.id
    where block.lifted_at is null and block.cause = 'early_delivery'
      and job.mode = 'live' and job.status <> 'cancelled'`,
}

/** Disputes and fraud warnings of the processor. After `respond_by` a dispute is lost. */
export const openDisputes: Source = {
  kinds: ['dispute_open'],
  rows: sql<Entry>`
    select 'dispute_open' as kind, dispute.reference as "subjectId", p.job_id as "jobId", job.title as label,
      dispute.opened_at as since, coalesce(dispute.respond_by, dispute.opened_at) as "costsAt",
      dispute.amount_cents as "amountCents", dispute.reason as cause
    from dispute left join payment p on p.id = dispute.payment_id left join job on job.id = p.job_id
    where dispute.closed_at is null`,
}

/** Drafts that their customer has opened and not paid, and that expire within a day. */
export const expiringDrafts: Source = {
  kinds: ['draft_expires'],
  rows: sql<Entry>`
    select 'draft_expires' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      greatest(job.created_at, job.expires_at - interval '1 day') as since, job.expires_at as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents", last.refusal as cause
    from job left join lateral (
      select p.refusal from payment p where p.job_id = job.id order by p.created_at desc limit 1) last on true
    where job.status = 'draft' and job.mode = 'live' and job.customer_id is not null
      and job.expires_at between now() and now() + interval '1 day' and not ${wasAsked('payment')}`,
}

/**
 * Written like the condition of the index `job_coarse`: the true distance could be a fifth longer, and more than 5 km.
 */
const isCoarse = sql`(((job.pickup->>'uncertaintyKm')::float8 + (job.dropoff->>'uncertaintyKm')::float8)
  > greatest(5, 0.2 * (job.route->>'distanceKm')::float8))`

/** The errors of both ends are independent. */
const likelyKm = sql`sqrt((job.pickup->>'uncertaintyKm')::float8 ^ 2 + (job.dropoff->>'uncertaintyKm')::float8 ^ 2)`

/** Price of a further kilometre at the end of the trip, in cents. */
const centsPerKm = sql`(
  select (tier->>'centsPerKm')::float8 from jsonb_array_elements(tariff.terms->'distanceTiers') with ordinality as t (tier, place)
  where coalesce((tier->>'upToKm')::float8, 'infinity') > (job.route->>'distanceKm')::float8 order by place limit 1)`

/** Minimum likely error of a price, in cents, and as a share of the price. */
const [minCents, minPart] = [1_500, 0.2]

/**
 * Opened or published jobs whose points are so uncertain that the price is likely to be wrong by 15 euros and by a
 * fifth: the carrier may refuse, or drive for too little. A partner's jobs are one entry. Excluded for some hours after
 * a request to the customer.
 */
export const coarseAddresses: Source = {
  kinds: ['address_coarse'],
  rows: sql<Entry>`
    select 'address_coarse' as kind, thing as "subjectId",
      case when count(*) = 1 then min(id::text)::uuid end as "jobId",
      case when count(*) = 1 then min(title) else min(company_name) end as label,
      min(since) as since, min(costs_at) as "costsAt", least(sum(wrong_by), 2147483647)::integer as "amountCents",
      case when count(*) = 1 then min(cause) end as cause,
      case when count(*) > 1 then (array_to_json((array_agg(jsonb_build_object('id', id, 'jobId', id, 'label', title, 'detail', detail,
        'amountCents', wrong_by, 'cause', cause) order by wrong_by desc, id))[1:20]))::jsonb end as parts,
      count(*)::integer as count
    from (
      select job.id, job.title, partner.company_name, coalesce(job.external_reference,
          nullif(concat_ws(' → ', job.pickup->>'locality', job.dropoff->>'locality'), '')) as detail, coalesce(partner.id, job.id)::text as thing,
        coalesce(job.posted_at, job.created_at) as since,
        case job.status when 'draft' then job.expires_at else coalesce(job.posted_at, job.created_at) end as costs_at,
        round(${likelyKm}::numeric, 1) || ' km' as cause, round(${likelyKm} * ${centsPerKm})::integer as wrong_by,
        (job.price->>'totalCents')::integer as total
      from job join tariff on tariff.id = job.tariff_id
      left join api_key key on key.id = job.key_id left join partner on partner.id = key.partner_id
      where job.status in ('draft', 'posted') and job.customer_id is not null and ${isCoarse}
        and job.mode = 'live' and (job.status = 'posted' or job.expires_at > now()) and not ${wasAsked('address')}) as vague
    where wrong_by > greatest(${sql.lit(minCents)}, ${sql.lit(minPart)} * total)
    group by thing`,
}
