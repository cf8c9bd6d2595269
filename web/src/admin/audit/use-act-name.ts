import { useTexts } from '../../kit/texts/use-texts.ts'
import { actKey, isAuditAct } from './act-key.ts'

/** Names an act in words; one of an older version by its code. */
export function useActName(): (act: string) => string {
  const { t } = useTexts('audit')
  return (act) => (isAuditAct(act) ? t(`acts.${actKey(act)}`) : act)
}
