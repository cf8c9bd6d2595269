import { listPartnerKeys, readKeyWindow } from '#contract/admin/keys.ts'
import { listPartners, readPartner } from '#contract/admin/partners.ts'

/** Queries whose responses the acts on keys change. */
export const changedByKeys = [listPartnerKeys, readKeyWindow, readPartner, listPartners]
