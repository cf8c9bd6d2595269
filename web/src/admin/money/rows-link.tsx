import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink, type Search } from '../../panel/link.tsx'
import { IconScale } from '../icons.ts'

type RowsLinkProps = {
  search: Search
  /** Shown in place of the icon. */
  text?: string
  /** Of the icon. */
  name?: string
}

/** Leads to the rows of the ledger that an amount has. */
export function RowsLink({ search, text, name }: RowsLinkProps) {
  const { t } = useTexts('money')
  if (text)
    return (
      <PanelLink className="dray-plain-link" to="/admin/money/ledger" search={search}>
        {text}
      </PanelLink>
    )
  return (
    <PanelLink
      className="money-rows-link"
      to="/admin/money/ledger"
      search={search}
      aria-label={name ?? t('rows')}
      title={name ?? t('rows')}
    >
      <IconScale size={18} aria-hidden />
    </PanelLink>
  )
}
