import { IconFlask } from '../icons.ts'

/** Makes clear that no real money moves. */
export function SandboxMark({ text }: { text: string }) {
  return (
    <p className="app-sandbox app-with-icon">
      <IconFlask size={20} aria-hidden /> <span>{text}</span>
    </p>
  )
}
