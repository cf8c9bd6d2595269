import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { AppLine, answers } from './common.ts'

const members = {
  legal_name: AppLine(1, 120, 'The name of the person or company as the tax office knows it.'),
  tax_number: Type.String({
    minLength: 4,
    maxLength: 20,
    pattern: '^[A-Za-z0-9][A-Za-z0-9 .\\-/]*$',
    'x-trim': true,
    description: 'The tax number, such as a NIF.',
  }),
  address: AppLine(3, 200, 'The address for taxes.'),
  is_business: Type.Boolean({ description: 'True for a company or a self-employed person.' }),
  agrees_to_self_billing: Type.Boolean({
    description: 'True if the business allows the company of the service to write its invoices.',
  }),
}

export const TaxData = Type.Object(members, { $id: 'TaxData', additionalProperties: false })
export type TaxData = Static<typeof TaxData>

const MyTaxData = Type.Object(
  {
    tax_data: Type.Union([TaxData, Type.Null()]),
    company: Type.String({ description: 'The name of the company that would write the invoices.' }),
    writes_invoices: Type.Boolean({
      description: 'True if the company writes the invoices of carriers who are businesses and allow it.',
    }),
  },
  { $id: 'MyTaxData', additionalProperties: false },
)
export type MyTaxData = Static<typeof MyTaxData>

const operation = { url: '/app/v1/carrier/tax-data', access: 'carrier' } as const

export const readMyTaxData = {
  ...operation,
  operationId: 'readMyTaxData',
  method: 'GET',
  summary: 'Read my tax data',
  description: 'What the statements and self-billed invoices of the carrier say about the carrier.',
  answers: answers({ 200: { description: 'The tax data.', body: MyTaxData } }),
} as const satisfies AppOperation

export const saveMyTaxData = {
  ...operation,
  operationId: 'saveMyTaxData',
  method: 'PUT',
  summary: 'Save my tax data',
  description: 'It is on the statements issued from now on; those that are issued never change.',
  body: Type.Object(members, { additionalProperties: false }),
  answers: answers({ 200: { description: 'The tax data as it is now.', body: MyTaxData } }),
} as const satisfies AppOperation

export const taxDataOperations = [readMyTaxData, saveMyTaxData] as const
