import { Quoted } from '../panel/quoted.tsx'
import { useWordsOf } from './use-shown-code.ts'

/** The reason of an error: the words of a code, or the provider's message. */
export function Said({ text }: { text: string }) {
  const wordsOf = useWordsOf()
  return wordsOf(text) ?? <Quoted text={text} />
}
