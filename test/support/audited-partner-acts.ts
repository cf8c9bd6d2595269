import type { AuditedOperation } from './audited-operation.ts'
import type { TestDray } from './dray.ts'

type Act = (scene: { app: TestDray }) => Promise<AuditedOperation>

const reason = 'agreed by phone'

const ofPartner =
  (act: string, body: object = {}): Act =>
  async ({ app }) => {
    const { partnerId } = await app.partner()
    return { act, input: { params: { partner_id: partnerId }, body: { ...body, reason } } }
  }

const ofKey =
  (act: string, body: object = {}): Act =>
  async ({ app }) => {
    const { keyId } = await app.partner()
    return { act, input: { params: { key_id: keyId }, body: { ...body, reason } } }
  }

/** The operations of the panel that change partners and their keys, or send their calls as a file. */
export const auditedPartnerActs: Record<string, Act> = {
  createPartner: async () => ({
    act: 'partner.create',
    input: { body: { company_name: 'Muebles Sol', reason } },
  }),
  renamePartner: ofPartner('partner.update', { company_name: 'Muebles Luna' }),
  setPartnerSmsLanguage: ofPartner('partner.update', { sms_language: 'es' }),
  suspendPartner: ofPartner('partner.suspend'),
  async resumePartner({ app }) {
    const resumed = await ofPartner('partner.resume')({ app })
    await app.db.pool.query('update partner set suspended_at = now()')
    return resumed
  },
  issueKey: ofPartner('key.create', { mode: 'test' }),
  rotateKey: ofKey('key.regenerate', { overlap: '1h' }),
  async endKeyOverlap({ app }) {
    const ended = await ofKey('key.end_overlap')({ app })
    await app.db.pool.query(`update api_key_secret set replaced_at = now() + interval '1 hour'`)
    return ended
  },
  async exportRequests({ app }) {
    const { partnerId } = await app.partner()
    return { act: 'partner.export_requests', input: { params: { partner_id: partnerId }, query: {} } }
  },
  revokeKey: ofKey('key.revoke'),
  changeKey: ofKey('key.update', { rate_limit_per_minute: 7 }),
}
