/** SQL condition: the object with this oid, a row of this system catalog, does not belong to an extension. */
export const isOfNoExtensionSql = (catalog: 'pg_class' | 'pg_proc', oid: string): string =>
  `not exists (
    select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/**
 * SQL condition on a row of `pg_class c`: a table, sequence or other relation of our schema. False for those of
 * extensions and of the migrator.
 */
export const isOurRelationSql = `
  c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and c.relname not like 'kysely\\_%' and ${isOfNoExtensionSql('pg_class', 'c.oid')}`

/** SQL condition on a row of `pg_attribute a`: a column of the table `c` that was not dropped. */
export const isColumnSql = 'a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped'
