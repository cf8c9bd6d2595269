/** A sentence whose words in backticks are code. */
export const Coded = ({ text }: { text: string }) => (
  <>
    {text.split('`').map((part, index) => {
      const key = `${index}:${part}`
      return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>
    })}
  </>
)
