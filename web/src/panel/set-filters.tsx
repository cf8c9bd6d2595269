import { useAddress } from './link.tsx'

type SetFiltersProps<Name extends string> = {
  /** The search parameters. */
  names: readonly Name[]
  /** What the button of a filter says. */
  textOf: (name: Name) => string
  /** Said of a button: that it removes the filter. */
  title: string
}

/** Filters that only a link sets, such as that of another page; each can be removed. */
export function SetFilters<Name extends string>({ names, textOf, title }: SetFiltersProps<Name>) {
  const [address, change] = useAddress()
  const set = names.filter((name) => address[name])
  if (set.length === 0) return null
  return (
    <div className="panel-chips">
      {set.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed
          title={title}
          onClick={() => change({ [name]: undefined, before: undefined })}
        >
          {textOf(name)} ×
        </button>
      ))}
    </div>
  )
}
