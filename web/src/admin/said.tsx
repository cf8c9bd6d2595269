import { Quoted } from '../panel/quoted.tsx'
import { useWordsOf } from './use-shown-code.ts'

/** Why something was refused or failed: the words of a code, or what the provider has said. */
export function Said({ text }: { text: string }) {
  const wordsOf = useWordsOf()
  return wordsOf(text) ?? <Quoted text={text} />
}
