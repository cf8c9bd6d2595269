import { type ReactNode, useState } from 'react'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Confirm, type SavedCard, saveCard, type Target } from './save-card.ts'

/** `save` resolves to null, and `problem` says why, if the card was not saved. */
export function useSaveCard(target: Target) {
  const { t } = useTexts('card')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<ReactNode>(null)
  const save = async (confirm: Confirm): Promise<SavedCard | null> => {
    setProblem(null)
    try {
      const outcome = await saveCard(target, confirm)
      if ('saved' in outcome) return outcome.saved
      const silent = outcome.isUndecided ? t('undecided') : t('refused')
      setProblem(outcome.problem ?? silent)
    } catch (error) {
      setProblem(errorText(error))
    }
    return null
  }
  return { save, problem, clearProblem: () => setProblem(null) }
}
