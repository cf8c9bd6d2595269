/** A round mark with the first letters of a name, which is beside it. */
export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return (
    <span className="panel-initials" aria-hidden>
      {letters.join('').toUpperCase()}
    </span>
  )
}
