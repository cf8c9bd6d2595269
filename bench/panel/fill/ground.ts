/*
 * Functions that every step of the fill uses. Rows are numbered, and their instants and ids follow from the number, so
 * a step finds the rows of another one without a join, and two runs write the same rows.
 */

/** Days that the data covers, up to the start of the fill. */
export const coveredDays = 365

/** @param jobs how many jobs there will be, evenly over the covered days. */
export const ground = (jobs: number): string => `
  create schema bench;
  create table bench.span as
    select clock_timestamp() - interval '${coveredDays} days' as start, interval '${coveredDays} days' / ${jobs} as step;

  -- The instant at which job n was created. Written with constants, so that PostgreSQL inlines it.
  do $do$ begin execute (select format(
    'create function bench.at(n bigint) returns timestamptz language sql stable parallel safe as $f$ select %L::timestamptz + n * %L::interval $f$',
    start, step) from bench.span); end $do$;

  -- A time-ordered id, as Dray's own are; a different one for each kind of row.
  create function bench.id(kind text, n bigint, at timestamptz) returns uuid language sql stable parallel safe as
    $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(kind || ' ' || n), 1, 3)
      || '8' || substr(md5(kind || ' ' || n), 4, 15))::uuid $$;

  -- A number from 0 to 1 that looks random.
  create function bench.chance(n bigint, salt integer) returns double precision language sql immutable parallel safe as
    $$ select (hashint8extended(n, salt) & 65535) / 65536.0::double precision $$;

  -- An end of a job: a third in one large town, a handful in a rare one.
  create function bench.stop(n bigint, salt integer, coarse boolean) returns jsonb language sql immutable parallel safe as
    $$ select jsonb_build_object('address', 'Calle Mayor ' || n % 200 || ', piso 3, puerta B', 'floor', 3,
      'hasElevator', n % 2 = 0, 'lat', 40 + bench.chance(n, salt), 'lon', -3 - bench.chance(n, salt + 1),
      'precision', 'house', 'uncertaintyKm', case when coarse then 6 else 0.1 end,
      'locality', case when bench.chance(n, salt + 2) < 0.33 then 'Madrid'
        when bench.chance(n, salt + 2) > 0.9999 then 'Teruel' else 'Town ' || n % 3000 end,
      'postcode', (10000 + n % 40000)::text, 'provinceCode', '28', 'countryCode', 'es', 'provider', 'embedded') $$;`

/** The numbers of the jobs of one statement, as parameters: from `$1` on, before `$2`. */
export const numbers = 'generate_series($1::bigint, $2::bigint - 1) n'

/** The condition that a job is one of these numbers, through the index of `created_at`. */
export const ofThese = 'job.created_at >= bench.at($1::bigint) and job.created_at < bench.at($2::bigint)'
