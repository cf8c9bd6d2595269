import type { AuditedOperation } from './audited-operation.ts'
import type { TestDray } from './dray.ts'

type Scene = { app: TestDray }

/** The operations of the panel that test and examine the installation. */
export const auditedHealth: Record<string, (scene: Scene) => Promise<AuditedOperation>> = {
  testProvider: async () => ({
    act: 'provider.test',
    input: { params: { kind: 'router', name: 'embedded' } },
  }),
  sendTestText: async () => ({
    act: 'provider.send_test_text',
    input: { body: { phone: '+34612345678' } },
  }),
  async startExamination({ app }) {
    // One at a time: the one of another member may still run.
    await app.db.pool.query('delete from examination')
    return { act: 'installation.examine', input: {} }
  },
}
