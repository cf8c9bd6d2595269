import { useQuery } from '@tanstack/react-query'
import { type KeptText, listKeptTexts, listProviders } from '#contract/admin/providers.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { PanelLink, useAddress } from '../../panel/link.tsx'
import { placeOf } from '../places.ts'
import { Ago, splitAt } from './parts.tsx'

const refreshMs = 5_000

/** The texts that are not sent because no SMS provider is configured. New ones appear by themselves. */
export function TextsTab() {
  const { t } = useTexts('health')
  const [{ before }] = useAddress()
  const providers = useQuery(reading(listProviders, {}))
  const query = before ? { before } : {}
  const { data, error, refetch } = useQuery({
    ...reading(listKeptTexts, { query }),
    refetchInterval: before ? false : refreshMs,
  })
  const columns = useColumns()
  if (!providers.data)
    return providers.error ? (
      <Failed error={providers.error} onRetry={() => void providers.refetch()} />
    ) : (
      <Loading rows={3} />
    )
  if (providers.data.sends_texts) return <p>{t('texts.delivered')}</p>
  return (
    <>
      <div className="panel-line">
        <p>{t('texts.lead')}</p>
      </div>
      <DataTable
        label={t('texts.title')}
        columns={columns}
        rows={data?.texts}
        rowId={({ sms_id }) => sms_id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('texts.none'), text: t('texts.noneText') }}
        nextPage={data?.next ? { before: data.next } : null}
      />
    </>
  )
}

function useColumns(): Column<KeptText>[] {
  const { t } = useTexts('health')
  return [
    {
      id: 'text',
      head: t('texts.text'),
      isMain: true,
      grows: true,
      cell: ({ body }) => (body === null ? <small>{t('texts.code')}</small> : <Linked text={body} />),
    },
    { id: 'to', head: t('texts.to'), cell: ({ to_phone }) => to_phone },
    {
      id: 'kind',
      head: t('texts.kind'),
      cell: ({ kind, mode, job_id }) => (
        <span className="panel-pair">
          {job_id ? (
            <PanelLink className="dray-plain-link" {...placeOf.job(job_id)}>
              {t(`texts.kinds.${kind}`)}
            </PanelLink>
          ) : (
            t(`texts.kinds.${kind}`)
          )}
          {mode === 'test' && <small>{t('texts.test')}</small>}
        </span>
      ),
    },
    { id: 'at', head: t('texts.at'), cell: ({ created_at }) => <Ago at={created_at} /> },
  ]
}

/** A text with working links. For a viewer, the phone in a link is masked, so the link does not work. */
function Linked({ text }: { text: string }) {
  return (
    <span className="health-text">
      {splitAt(text, /(https?:\/\/[^\s•]+(?=\s|$))/).map(({ id, part, isMatch }) =>
        isMatch ? (
          <a key={id} className="dray-plain-link" href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </span>
  )
}
