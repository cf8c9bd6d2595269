import './money.css'
import type { ReactNode } from 'react'
import { Page } from '../../panel/page.tsx'
import { MoneyTabs } from './money-tabs.tsx'

type MoneyPageProps = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

/** One page of money, below the tabs of all of them. */
export function MoneyPage({ children, ...head }: MoneyPageProps) {
  return (
    <Page {...head}>
      <MoneyTabs />
      {children}
    </Page>
  )
}
