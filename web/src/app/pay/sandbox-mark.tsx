import { IconFlask } from '@tabler/icons-react'

/** Where no real money moves, nobody is to think that it does. */
export function SandboxMark({ text }: { text: string }) {
  return (
    <p className="app-sandbox app-with-icon">
      <IconFlask size={20} aria-hidden /> <span>{text}</span>
    </p>
  )
}
