import { sql } from 'kysely'

/**
 * Whether a row of `job` is one of a named world of the sandbox with this reference, which is compared with the name
 * behind it there (`draft-columns.ts`). Looks up each world through the unique index, as their names are few and
 * jobs are many.
 */
export const hasReferenceInWorld = (reference: string) => sql<boolean>`job.id = any(array(
  select named.id from sandbox_world world join job named
    on named.key_id = world.key_id and named.external_reference_nfc = ${reference} || E'\\n' || world.name
  where world.name <> ''))`
