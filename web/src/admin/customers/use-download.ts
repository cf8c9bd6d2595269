import { type AccountForStaff, exportAccount } from '#contract/admin/accounts.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { TitledAct } from '../../panel/act-dialog.tsx'

/** Downloads everything that is held about a person. */
export function useDownload({ account_id }: AccountForStaff, name: string): TitledAct {
  const { t } = useTexts('people')
  return {
    title: t('customers.downloadTitle', { name }),
    text: t('customers.downloadText'),
    act: t('customers.download'),
    body: exportAccount.body,
    initial: { reason: '' },
    send: async (body) => {
      const data: unknown = await call(exportAccount, { params: { account_id }, body })
      saveFile('dray-account.json', JSON.stringify(data, null, 2))
      notify({ text: t('customers.downloaded') })
    },
  }
}
