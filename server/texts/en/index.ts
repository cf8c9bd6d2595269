import { accounts } from './accounts.ts'
import { addresses } from './addresses.ts'
import { alerts } from './alerts.ts'
import { closing } from './closing.ts'
import { company } from './company.ts'
import { docs } from './docs.ts'
import { doctor } from './doctor.ts'
import { documents } from './documents.ts'
import { evidence } from './evidence.ts'
import { fields } from './fields.ts'
import { invoices } from './invoices.ts'
import { jobs } from './jobs.ts'
import { mails } from './mails.ts'
import { members } from './members.ts'
import { notices } from './notices.ts'
import { pages } from './pages.ts'
import { panel } from './panel.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { photos } from './photos.ts'
import { reference } from './reference.ts'
import { requests } from './requests.ts'
import { sandbox } from './sandbox.ts'
import { settings } from './settings.ts'
import { sms } from './sms.ts'
import { tariffs } from './tariffs.ts'

export const en = {
  accounts,
  addresses,
  alerts,
  closing,
  company,
  docs,
  doctor,
  documents,
  evidence,
  fields,
  invoices,
  jobs,
  mails,
  members,
  notices,
  pages,
  panel,
  partners,
  payments,
  people,
  photos,
  reference,
  requests,
  sandbox,
  settings,
  sms,
  tariffs,
}

/** All texts of the server in one language. English decides which texts exist and which values they need. */
export type Texts = typeof en
