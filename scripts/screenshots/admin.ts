import { healthShots } from './admin-health.ts'
import { moneyShots } from './admin-money.ts'
import { partnerShots } from './admin-partners.ts'
import { panelFailures } from './failures.ts'
import type { Office } from './office.ts'
import { panelDialogs } from './panel-dialogs.ts'
import { partnerPageShots } from './partner.ts'
import type { AdminShot, Shot } from './shot.ts'
import { around } from './words.ts'

const carrierPath =
  (of: 'pending' | 'carrier', search = '') =>
  ({ town }: Office) =>
    `/admin/carriers/${town.people[of].accountId}${search}`

const customerPath =
  (search = '') =>
  ({ town }: Office) =>
    `/admin/customers/${town.people.customer.accountId}${search}`

const dialogIsOpen: Shot['act'] = async ({ page }) => page.getByRole('dialog').waitFor()

/** The screens of the operator's panel, each in its main states. */
export const adminShots: AdminShot[] = [
  { name: 'admin-sign-in', path: '/admin/sign-in' },
  {
    name: 'admin-sign-in-password',
    path: '/admin/sign-in',
    act: async ({ page, words: { member } }) => {
      await page.getByRole('button', { name: member.signIn.usePassword }).click()
      await page.getByRole('textbox', { name: member.signIn.code }).waitFor()
    },
  },
  { name: 'admin-invitation', path: ({ invitation }) => invitation() },
  { name: 'admin-invitation-ended', path: '/admin/invitation#short' },
  {
    name: 'admin-authenticator',
    path: ({ invitation }) => invitation(),
    act: async ({ page, words: { member } }) => {
      await page.getByRole('button', { name: member.invitation.password }).click()
      await page.getByRole('textbox', { name: member.password.loginName }).fill(`pau${Date.now()}@dray.test`)
      await page.getByRole('textbox', { name: member.password.password }).fill('correct horse battery')
      await page.getByRole('button', { name: member.password.next }).click()
      await page.getByRole('img', { name: member.password.qrLabel }).waitFor()
    },
  },
  { name: 'admin-today', as: 'owner', path: '/admin' },
  {
    name: 'admin-snooze',
    as: 'owner',
    path: '/admin',
    act: async ({ page, words: { today } }) => {
      await page
        .getByRole('button', { name: new RegExp(`^${today.snooze.act}`) })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'admin-jobs', as: 'owner', path: '/admin/jobs' },
  { name: 'admin-jobs-nothing', as: 'owner', path: '/admin/jobs?q=nothing' },
  { name: 'admin-jobs-exports', as: 'owner', path: '/admin/jobs?exports=yes' },
  {
    name: 'admin-job-messages',
    as: 'owner',
    path: async ({ jobs }) => `/admin/jobs/${jobs.tripContested}?act=answer_person`,
  },
  { name: 'admin-job', as: 'owner', path: async ({ jobs }) => `/admin/jobs/${jobs.completed}` },
  {
    name: 'admin-trip-decision',
    as: 'owner',
    path: async ({ jobs }) => `/admin/jobs/${jobs.tripContested}?act=decide_trip`,
    act: async ({ page }) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'admin-job-posted',
    as: 'owner',
    path: async ({ jobs }) => `/admin/jobs/${jobs.posted}?act=cancel`,
  },
  { name: 'admin-carriers', as: 'owner', path: '/admin/carriers' },
  { name: 'admin-carrier', as: 'owner', path: carrierPath('carrier') },
  {
    name: 'admin-carrier-approve',
    as: 'owner',
    path: carrierPath('pending', '?act=approve'),
    act: dialogIsOpen,
  },
  { name: 'admin-carrier-viewer', as: 'viewer', path: carrierPath('carrier') },
  { name: 'admin-customers', as: 'owner', path: '/admin/customers' },
  { name: 'admin-customer', as: 'owner', path: customerPath() },
  { name: 'admin-customer-erase', as: 'owner', path: customerPath('?act=erase'), act: dialogIsOpen },
  { name: 'admin-alerts', as: 'viewer', path: '/admin/alerts' },
  { name: 'admin-staff', as: 'owner', path: '/admin/staff' },
  { name: 'admin-staff-viewer', as: 'viewer', path: '/admin/staff' },
  {
    name: 'admin-member',
    as: 'owner',
    path: '/admin/staff',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Lucía Prieto' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'admin-invite',
    as: 'owner',
    path: '/admin/staff?invite=yes',
    act: async ({ page }) => page.getByRole('dialog').waitFor(),
  },
  {
    name: 'admin-removal',
    as: 'owner',
    path: '/admin/staff',
    act: async ({ page, words: { member, panel } }) => {
      await page
        .getByRole('button', { name: around(member.team.revokeNamed) })
        .last()
        .click()
      await page.getByRole('textbox', { name: panel.reason }).fill('-----')
      await page.getByRole('dialog').getByRole('button', { name: member.team.revoke, exact: true }).click()
      await page.getByText(member.team.revokeWill.split('{{')[0] ?? '').waitFor()
    },
  },
  { name: 'admin-audit', as: 'owner', path: '/admin/audit' },
  { name: 'admin-audit-nothing', as: 'owner', path: '/admin/audit?act=nothing' },
  {
    name: 'admin-event',
    as: 'owner',
    path: '/admin/audit?act=member.suspend',
    act: async ({ page }) => {
      await page.locator('main tbody tr').first().getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'admin-account', as: 'owner', path: '/admin/account' },
  {
    name: 'admin-command-bar',
    as: 'owner',
    path: '/admin/staff',
    act: async ({ page, words: { panel } }) => {
      await page.getByRole('button', { name: panel.bar.open }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  ...panelDialogs,
  ...panelFailures,
  ...partnerShots,
  ...partnerPageShots,
  ...moneyShots,
  ...healthShots,
]
