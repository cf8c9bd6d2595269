import type { Scene } from './closing-scenes.ts'

/** A member with three refused codes after the right password. */
export const refusedCodes: Scene = async ({ app }) => {
  const { rows } = await app.db.pool.query('select id from member order by id limit 1')
  const subject = rows[0].id
  await app.db.pool.query(
    `insert into member_refusal (member_id, hour, codes) values ($1, date_trunc('hour', now()), 3)`,
    [subject],
  )
  return {
    subject,
    end: () => app.db.pool.query('delete from member_refusal where member_id = $1', [subject]),
  }
}
