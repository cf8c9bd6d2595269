import { useState } from 'react'
import { useTexts } from './texts.ts'

/** Browsers allow the clipboard only on secure pages; elsewhere there is no button. */
export function CopyButton({ text }: { text: string }) {
  const t = useTexts()
  const [isCopied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // The browser has refused to copy; the text can be selected.
      return
    }
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <button type="button" className="tool-link" onClick={() => void copy()}>
      {isCopied ? t.copied : t.copy}
    </button>
  )
}
