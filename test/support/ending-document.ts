import type { Scene } from './closing-scenes.ts'
import { upload } from './documents.ts'

/** An accepted document that ends after so many days, until the next of its kind is accepted. */
export const endingDocument =
  (days: number): Scene =>
  async (market) => {
    const { pool } = market.app.db
    const { document_id } = await upload(await market.carrier())
    await pool.query(
      `update carrier_document set status = 'accepted', decided_at = now() - interval '1 day',
         expires_on = (now() at time zone 'UTC')::date + $2::integer where id = $1`,
      [document_id, days],
    )
    const end = () =>
      pool.query(`update carrier_document set status = 'replaced' where id = $1`, [document_id])
    return { subject: document_id, end }
  }
