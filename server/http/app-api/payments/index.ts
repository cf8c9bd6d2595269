import type { FastifyInstance } from 'fastify'
import { mountConfirmSandboxPayment } from './confirm-sandbox-payment.ts'
import { mountFillSandboxCard } from './fill-sandbox-card.ts'
import { mountListPaymentMethods } from './list-payment-methods.ts'
import type { PaymentNeeds } from './processor-for.ts'
import { mountReadCardSetup } from './read-card-setup.ts'
import { mountReadTopUp } from './read-top-up.ts'
import { mountReadWallet } from './read-wallet.ts'
import { mountRemovePaymentMethod } from './remove-payment-method.ts'
import { mountStartCardSetup } from './start-card-setup.ts'
import { mountTopUpWallet } from './top-up-wallet.ts'

/** Cards, the wallet and top-ups. Paying for a job is in `customer/publish-job.ts`. */
export function mountPayments(scope: FastifyInstance, needs: PaymentNeeds): void {
  mountListPaymentMethods(scope, needs)
  mountRemovePaymentMethod(scope, needs)
  mountReadWallet(scope, needs)
  mountStartCardSetup(scope, needs)
  mountReadCardSetup(scope, needs)
  mountTopUpWallet(scope, needs)
  mountReadTopUp(scope, needs)
  mountFillSandboxCard(scope, needs)
  mountConfirmSandboxPayment(scope, needs)
}
