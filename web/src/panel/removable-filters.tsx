import { useAddress } from './link.tsx'

type RemovableFiltersProps<Name extends string> = {
  /** The search parameters. */
  names: readonly Name[]
  /** Label of a filter's button. */
  textOf: (name: Name) => string
  /** Tooltip of each button, such as "Remove this filter". */
  title: string
}

/**
 * The filters of the URL that have no field on this page, because only links set them. Each has a button that removes
 * it.
 */
export function RemovableFilters<Name extends string>({ names, textOf, title }: RemovableFiltersProps<Name>) {
  const [address, change] = useAddress()
  const active = names.filter((name) => address[name])
  if (active.length === 0) return null
  return (
    <div className="panel-chips">
      {active.map((name) => (
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
