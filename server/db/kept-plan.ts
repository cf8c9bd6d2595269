/**
 * SQL of `column = any(list)` whose plan PostgreSQL keeps in a named statement: after five executions it keeps a plan
 * if that costs no more than plans for the values. A sub-select hides the length of the list, so both plans expect ten
 * rows. With `= any($1)` a plan for one value is cheaper, and each execution plans again (decision 43).
 */
export const isInList = (column: string, list: `$${number}`, type: 'uuid' | 'bytea'): string =>
  `${column} = any((select ${list}::${type}[])::${type}[])`
