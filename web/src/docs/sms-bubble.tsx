type Bubble = { body: string; language?: string; link?: string | null; foot?: string }

/** A text as a phone shows it. */
export function SmsBubble({ body, language, link, foot }: Bubble) {
  const [before, after] = link ? (body.split(link, 2) as [string, string?]) : [body]
  return (
    <div className="tool-bubble">
      <p lang={language}>
        {before}
        {link && (
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        )}
        {after}
      </p>
      {foot && <small>{foot}</small>}
    </div>
  )
}
