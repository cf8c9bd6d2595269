import { useQuery } from '@tanstack/react-query'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { type CarrierDocument, listCarrierDocuments } from '#contract/admin/documents.ts'
import type { DocumentKind } from '#contract/vocabulary.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, plainDay } from '../../kit/when.ts'
import type { Column } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { RecordList } from '../person/record-list.tsx'
import { DocumentDialog } from './document-dialog.tsx'

type DocumentsProps = { carrier: Pick<CarrierForStaff, 'account_id' | 'name' | 'language'> }

/** The documents of the carrier. A row opens one, to see its picture and to decide; the open one is in the URL. */
export function Documents({ carrier }: DocumentsProps) {
  const { t } = useTexts('people')
  const [{ document: opened }, change] = useAddress()
  const columns = useColumns()
  const params = { account_id: carrier.account_id }
  const { data, error, refetch } = useQuery(reading(listCarrierDocuments, { params, query: { limit: 200 } }))
  if (!data) return error && <Failed error={error} onRetry={() => void refetch()} />
  const { documents, needed } = data
  const missing = needed.filter((kind) => !isThere(documents, kind))
  return (
    <>
      <RecordList
        title={t('documents.title')}
        {...(missing.length > 0 && {
          text: t('documents.missing', {
            kinds: missing.map((kind) => t(`documents.kinds.${kind}`)).join(', '),
          }),
        })}
        none={t('documents.none')}
        columns={columns}
        rows={documents}
        rowId={({ document_id }) => document_id}
      />
      <DocumentDialog
        carrier={carrier}
        document={documents.find(({ document_id }) => document_id === opened) ?? null}
        onClose={() => change({ document: undefined }, { replace: true })}
      />
    </>
  )
}

const isThere = (documents: CarrierDocument[], wanted: DocumentKind): boolean =>
  documents.some(({ kind, state }) => kind === wanted && state === 'accepted')

function useColumns(): Column<CarrierDocument>[] {
  const { t } = useTexts('people')
  const [, change] = useAddress()
  return [
    {
      id: 'kind',
      head: t('documents.kind'),
      isMain: true,
      cell: ({ document_id, kind }) => (
        <button
          type="button"
          data-row
          className="panel-row"
          onClick={() => change({ document: document_id }, { replace: true })}
        >
          {t(`documents.kinds.${kind}`)}
        </button>
      ),
    },
    { id: 'state', head: t('status'), cell: ({ state }) => <DocumentMark state={state} /> },
    {
      id: 'reason',
      head: t('reason'),
      grows: true,
      cell: ({ reason }) => <span className="person-wrap">{reason ?? ''}</span>,
    },
    {
      id: 'until',
      head: t('documents.until'),
      cell: ({ expires_on }) => (expires_on ? plainDay(expires_on) : t('documents.noEnd')),
    },
    { id: 'at', head: t('documents.uploaded'), cell: ({ created_at }) => day(created_at) },
  ]
}

export function DocumentMark({ state }: Pick<CarrierDocument, 'state'>) {
  const { t } = useTexts('people')
  return <Mark look={looks[state]}>{t(`documents.states.${state}`)}</Mark>
}

const looks = {
  waiting: 'waits',
  accepted: 'good',
  refused: undefined,
  expired: 'bad',
  replaced: undefined,
} as const
