import { CopyButton } from './copy-button.tsx'

/** A folded piece of code that can be copied. Focusable, so wide code can be scrolled with the keyboard. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  return (
    <details className="tool-fold">
      <summary>{title}</summary>
      <div className="tool-code">
        <div className="tool-code-bar">
          <CopyButton text={code} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
      </div>
    </details>
  )
}
