import { dialogShots } from './dialogs.ts'
import { failures } from './failures.ts'
import { onTheWay } from './on-the-way.ts'
import type { Shot } from './shot.ts'
import { customersTimes } from './times.ts'
import { around } from './words.ts'

const pressed = (name: string | RegExp) => ({ name, ...(typeof name === 'string' && { exact: true }) })

const talkIsOpen: Shot['act'] = async ({ page }) => page.getByRole('dialog').getByRole('textbox').waitFor()

/** The customer's screens, each in its main states. */
export const customerShots: Shot[] = [
  { name: 'sign-in', path: '/app/sign-in' },
  {
    name: 'code',
    path: '/app/sign-in',
    act: async ({ page, words: { app } }) => {
      await page.getByRole('textbox', { name: app.signIn.phone }).fill('+34 611 222 333')
      await page.getByRole('button', pressed(app.signIn.ask)).click()
      await page.getByRole('heading', { name: app.signIn.codeTitle }).waitFor()
    },
  },
  { name: 'draft-link', path: ({ link }) => link() },
  { name: 'draft-absent', as: 'newcomer', path: '/draft/neverWas123' },
  { name: 'draft', as: 'customer', path: async ({ draft }) => `/app/jobs/${(await draft()).job_id}` },
  {
    name: 'wishes',
    as: 'customer',
    path: async ({ draft }) => `/app/jobs/${(await draft()).job_id}`,
    act: async ({ page, words: { time } }) => {
      await page.getByRole('button', { name: time.wishes.add, exact: true }).click()
      await page.getByRole('dialog').getByLabel(time.wishes.part).waitFor()
    },
  },
  {
    name: 'pay',
    as: 'customer',
    path: async ({ draft }) => `/app/jobs/${(await draft()).job_id}`,
    act: async ({ page, words: { app } }) => {
      await page.getByRole('button', { name: around(app.review.pay) }).click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'discard',
    as: 'customer',
    path: async ({ draft }) => `/app/jobs/${(await draft()).job_id}`,
    act: async ({ page, words: { app } }) => {
      await page.getByRole('button', pressed(app.review.discard.open)).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'new-card',
    as: 'customer',
    path: async ({ draft }) => `/app/jobs/${(await draft()).job_id}`,
    act: async ({ page, words: { app, card } }) => {
      await page.getByRole('button', { name: around(app.review.pay) }).click()
      await page.getByRole('radio', { name: new RegExp(`^${card.another}`) }).click()
      await page.getByRole('textbox', { name: card.number }).waitFor()
    },
  },
  {
    name: 'refused',
    as: 'refused',
    path: async ({ market, people }) => `/app/jobs/${(await market.draft(people.refused)).job_id}`,
    act: async ({ page, words: { app } }) => {
      await page.getByRole('button', { name: around(app.review.pay) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: around(app.pay.act) })
        .click()
      await page.getByText(app.pay.refusedTitle).first().waitFor()
    },
  },
  {
    name: 'published',
    as: 'customer',
    path: async ({ draft }) => `/app/jobs/${(await draft()).job_id}`,
    act: async ({ page, words: { app, live } }) => {
      await page.getByRole('button', { name: around(app.review.pay) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: around(app.pay.act) })
        .click()
      await page.getByRole('heading', { name: live.published.title }).waitFor()
    },
  },
  { name: 'wallet-disputed', as: 'disputed', path: '/app/account' },
  {
    name: 'pay-disputed',
    as: 'disputed',
    path: async ({ draft }) => `/app/jobs/${(await draft('disputed')).job_id}`,
    act: async ({ page, words: { app } }) => {
      await page.getByRole('button', { name: around(app.review.pay) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'jobs', as: 'customer', path: '/app' },
  { name: 'jobs-none', as: 'newcomer', path: '/app' },
  { name: 'job-posted', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.posted}` },
  { name: 'trip-asked', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.tripReported}` },
  { name: 'trip-contested', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.tripContested}` },
  { name: 'job-given-back', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.givenBack}` },
  { name: 'job-goes-on', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.goesOn}` },
  { name: 'job-accepted', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.accepted}` },
  ...customersTimes,
  {
    name: 'messages',
    as: 'customer',
    path: ({ jobs }) => `/app/jobs/${jobs.collected}#messages`,
    act: talkIsOpen,
  },
  {
    name: 'messages-operator',
    as: 'customer',
    path: ({ jobs }) => `/app/jobs/${jobs.tripContested}#messages-operator`,
    act: talkIsOpen,
  },
  {
    name: 'message-report-error',
    as: 'customer',
    path: ({ jobs }) => `/app/jobs/${jobs.collected}#messages`,
    act: async ({ page, words: { talk } }) => {
      await page
        .getByRole('button', { name: new RegExp(`^${talk.report.open}`) })
        .last()
        .click()
      const dialog = page.getByRole('dialog', { name: talk.report.open })
      await dialog.getByRole('button', pressed(talk.report.act)).click()
      await dialog.getByText(talk.report.missing).waitFor()
    },
  },
  {
    name: 'cancel',
    as: 'customer',
    path: ({ jobs }) => `/app/jobs/${jobs.accepted}`,
    act: async ({ page, words: { app } }) => {
      await page.getByRole('button', pressed(app.cancel.open)).click()
      await page.getByRole('dialog', { name: app.cancel.title }).waitFor()
    },
  },
  {
    name: 'problem-error',
    as: 'customer',
    path: ({ jobs }) => `/app/jobs/${jobs.collected}`,
    act: async ({ page, words: { live } }) => {
      await page.getByRole('button', pressed(live.problem.open)).click()
      const dialog = page.getByRole('dialog', { name: live.problem.title })
      await dialog.getByRole('button', pressed(live.problem.act)).click()
      await dialog.getByText(live.problem.missing).waitFor()
    },
  },
  { name: 'job-collected', as: 'customer', path: onTheWay },
  { name: 'job-delivered', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.delivered}` },
  { name: 'job-completed', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.completed}` },
  {
    name: 'tip',
    as: 'customer',
    path: ({ jobs }) => `/app/jobs/${jobs.rated}`,
    act: async ({ page, words: { tips } }) => {
      await page.getByRole('radio', { name: tips.other, exact: true }).click()
      await page.getByLabel(tips.otherLabel).fill('0.5')
    },
  },
  { name: 'job-rated', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.rated}` },
  { name: 'job-cancelled', as: 'customer', path: ({ jobs }) => `/app/jobs/${jobs.cancelled}` },
  ...dialogShots,
  { name: 'start', as: 'customer', path: '/app/start' },
  { name: 'start-signed-out', path: '/app/start' },
  {
    name: 'start-suggestions',
    path: '/app/start',
    act: async ({ page, words: { start } }) => {
      await page.getByRole('combobox', { name: start.start.address }).first().fill('Calle Toledo 5, Getaf')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'start-error',
    as: 'customer',
    path: '/app/start',
    act: async ({ page, words: { start } }) => {
      await page.getByRole('textbox', { name: start.start.itemTitle }).fill('Lavadora')
      await page.getByRole('button', pressed(start.start.review)).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  { name: 'account', as: 'customer', path: '/app/account' },
  { name: 'delete-account', as: 'newcomer', path: '/app/account/delete' },
  { name: 'delete-account-blocked', as: 'customer', path: '/app/account/delete' },
  {
    name: 'delete-account-error',
    as: 'newcomer',
    path: '/app/account/delete',
    act: async ({ page, words: { app, account } }) => {
      await page.getByRole('button', pressed(account.erasure.ask)).click()
      await page
        .getByRole('textbox', { name: around(app.signIn.digit) })
        .first()
        .fill('000000')
      await page.getByRole('button', pressed(account.erasure.act)).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    name: 'account-deleted',
    as: 'fresh',
    path: '/app/account/delete',
    // Simulates a lost response: the request was sent and the session has ended.
    act: async ({ page, words: { account } }) => {
      await page.getByRole('button', pressed(account.erasure.ask)).waitFor()
      await page.evaluate("sessionStorage.setItem('dray.erasure', String(Date.now()))")
      await page.context().clearCookies()
      await page.reload()
      await page.getByRole('heading', { name: account.erasure.doneHead }).waitFor()
    },
  },
  {
    name: 'offline',
    as: 'customer',
    path: ({ jobs }) => `/app/jobs/${jobs.collected}`,
    act: async ({ page }) => {
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      await page.context().setOffline(true)
    },
  },
  { name: 'not-found', path: '/app/nothing/here' },
  ...failures,
]
