import type { Shot } from './shot.ts'

/** The search of a carrier: its filters, its areas and its position. */
export const searchShots: Shot[] = [
  {
    name: 'feed-filters',
    as: 'carrier',
    path: '/carrier',
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('button', { name: carrier.search.filters, exact: true }).click()
      await page.getByRole('dialog').getByLabel(carrier.search.size).waitFor()
    },
  },
  {
    name: 'feed-filtered',
    as: 'carrier',
    path: '/carrier',
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('button', { name: carrier.search.filters, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(carrier.search.stairs).selectOption('0')
      await dialog.getByLabel(carrier.search.pay).selectOption('20000')
      await dialog.getByRole('button', { name: carrier.search.show, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    },
  },
  {
    name: 'feed-way-home',
    as: 'carrier',
    path: '/carrier',
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('radio', { name: 'La costa', exact: true }).check()
      await page.getByRole('checkbox', { name: carrier.search.home }).check()
    },
  },
  {
    name: 'feed-near-refused',
    as: 'carrier',
    path: '/carrier',
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('radio', { name: carrier.search.near, exact: true }).check()
      await page.getByRole('button', { name: carrier.search.again, exact: true }).waitFor()
    },
  },
  { name: 'areas', as: 'carrier', path: '/carrier/areas' },
  { name: 'areas-none', as: 'rival', path: '/carrier/areas' },
  {
    name: 'area-error',
    as: 'rival',
    path: '/carrier/areas',
    act: async ({ page, words: { carrier } }) => {
      await page.getByRole('button', { name: carrier.areas.add, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[type="submit"]').click()
      await dialog.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
]
