/** People of the app: the last tenth are carriers. Numbers of customers begin with +347, so they are found by one. */
export const people = 20_000
export const carriers = 2_000
export const customers = people - carriers
export const partners = 40

/** The numbers of two people with many jobs. */
export const busyCustomerPhone = '+34700000001'
export const busyCarrierPhone = `+34${700_000_000 + customers + 1}`

const start = `(select start from bench.span)`

/** Accounts, carriers with their documents, cards, partners with keys and members, staff. */
export const fillPeople: readonly string[] = [
  `insert into account (id, phone, name, language, created_at)
    select bench.id('account', n, ${start} + n * interval '1 minute'), '+34' || 700000000 + n,
      (array['Ana', 'Luis', 'Marta', 'Javier', 'Lucía', 'Pablo', 'Elena', 'Jorge'])[1 + n % 8] || ' '
        || (array['García', 'Pérez', 'Núñez', 'Ortega', 'Vidal', 'Soler', 'Ibáñez'])[1 + n % 7] || ' ' || n,
      'es', ${start} + n * interval '1 minute'
    from generate_series(1, ${people}) n`,
  `insert into carrier (account_id, status, status_changed_at, vehicle_size, vehicle, base_address, base_lat, base_lon,
      radius_km, created_at, base_place)
    select id, case when n % 50 = 2 then 'pending' when n % 60 = 3 then 'rejected' when n % 60 = 4 then 'suspended'
        else 'approved' end, created_at + n * interval '3 hours',
      (array['S', 'M', 'L', 'XL'])[1 + n % 4], 'white van', 'Calle Mayor 1', 40, -3, 100, created_at,
      case when n % 3 = 0 then 'Madrid' else 'Town ' || n % 300 end
    from (select *, row_number() over (order by phone) as n from account where phone > '+34' || 700000000 + ${customers}) a`,
  `insert into carrier_document (id, account_id, kind, status, expires_on, created_at, decided_at)
    select bench.id(kind || status, n, at), account_id, kind, status,
      case when status = 'accepted' then (now() + (n % 400 - 20) * interval '1 day')::date end, at,
      case when status <> 'waiting' then at + interval '1 hour' end
    from (select account_id, created_at as at, row_number() over (order by account_id) as n from carrier) c,
      (values ('licence'), ('insurance')) kinds(kind), (values ('waiting'), ('accepted'), ('refused'), ('replaced')) s(status)
    where case status when 'waiting' then n % 50 = 7 when 'accepted' then n % 50 <> 2 when 'refused' then n % 10 = 4
      else n % 5 = 1 end`,
  `insert into payout_account (carrier_id, processor, reference, ready)
    select account_id, 'sandbox', 'acct_' || account_id, hashtext(account_id::text) % 50 <> 0 from carrier`,
  `insert into payment_method (id, account_id, processor, reference, brand, last_four, expires_month, expires_year)
    select bench.id('method', n, created_at), id, 'sandbox', 'pm_' || n, 'visa', '4242', 12, 2030
    from (select *, substr(phone, 4)::bigint - 700000000 as n from account) a`,
  `insert into session (id, account_id, token_hash, kind, device, expires_at)
    select bench.id('session', 1, created_at), id, decode(md5(id::text), 'hex'), 'web', 'Chrome', now() + interval '90 days'
    from account`,
  `insert into partner (id, company_name, created_at)
    select bench.id('partner', n, ${start}), case n when 0 then 'Large' else 'Partner ' || n end, ${start}
    from generate_series(0, ${partners}) n`,
  `insert into partner (id, company_name) values (uuidv7(), 'New')`,
  `insert into api_key (id, partner_id, mode, rate_limit_per_minute, label)
    select uuidv7(), id, 'live', 600, 'First key' from partner where company_name = 'New'`,
  `insert into api_key (id, partner_id, mode, rate_limit_per_minute, last_used_at, label)
    select bench.id('key' || k, n, ${start}), bench.id('partner', n, ${start}), case k when 3 then 'test' else 'live' end, 600,
      now(), 'Key ' || k
    from generate_series(0, ${partners}) n, generate_series(1, 3) k`,
  `insert into api_key_secret (hash, key_id, prefix, last_four)
    select decode(md5(id::text), 'hex'), id, 'dk_' || mode || '_', 'abcd' from api_key`,
  `insert into member (id, partner_id, login_name, name, role, language)
    select bench.id('member', n, ${start}), null, 'staff' || n || '@dray.example', 'Member ' || n,
      (array['viewer', 'staff', 'owner'])[1 + n % 3], 'en' from generate_series(1, 40) n
    union all
    select bench.id('partner member' || k, n, ${start}), bench.id('partner', n, ${start}),
      'member' || k || '.' || n || '@partner.example', 'Member ' || k, (array['viewer', 'developer', 'admin'])[1 + k % 3], 'en'
    from generate_series(0, ${partners}) n, generate_series(1, 20) k`,
  `insert into member_invitation (id, partner_id, role, name, language, token_hash, created_by, expires_at)
    select bench.id('invitation', n, ${start}), case when n % 2 = 0 then bench.id('partner', 0, ${start}) end,
      case when n % 2 = 0 then 'viewer' else 'staff' end, 'Invited ' || n, 'en', decode(md5('i' || n), 'hex'), 'Member 1',
      now() + interval '2 days'
    from generate_series(1, 60) n`,
]
