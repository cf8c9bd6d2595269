import type { Texts } from '../en/index.ts'
import { durationText } from './formats.ts'

export const payments: Texts['payments'] = {
  nothingToPay: 'Ahora no hay nada que pagar de este encargo.',
  priceChanged: 'El precio ha cambiado desde que lo viste. Míralo otra vez antes de pagar.',
  pending: 'Ya hay otro pago en curso para este encargo. Espera un momento e inténtalo de nuevo.',
  stillProcessing: 'El pago todavía se está procesando. Inténtalo dentro de un momento.',
  noCard: 'Elige una tarjeta o guarda una primero.',
  noWalletForTests: 'Un encargo de prueba se paga con una tarjeta de prueba, no con el monedero.',
  walletTooLow: 'No hay saldo suficiente en el monedero. Recárgalo o paga con tarjeta.',
  idTaken: 'Este pago ya se usó para otra cosa. Inténtalo de nuevo.',
  captureRunning: 'El pago ya se está cobrando, así que este encargo ya no se puede cancelar.',
  cardInUse: 'Un pago todavía necesita esta tarjeta. Podrás quitarla cuando termine el encargo.',
  tooManySetups: (wait) =>
    `Has intentado añadir muchas tarjetas en las últimas 24 horas. Por seguridad, tienes que esperar: podrás añadir la siguiente dentro de ${durationText(wait)}. Las que ya hayas guardado siguen sirviendo.`,
  tooManyRefusals: (wait) =>
    `Muchos pagos con tarjeta no se han completado en las últimas 24 horas. Por seguridad, tienes que esperar: podrás volver a intentarlo dentro de ${durationText(wait)}.`,
  noTip: 'Puedes dar propina durante una semana tras la entrega, mientras se pueda pagar al transportista.',
  tipTooMuch: 'Es más de lo que aún se puede dar por este encargo.',
  partAboveRefund: 'El transportista no puede asumir más que el reembolso entero.',
  partAboveShare:
    'El transportista no puede asumir más de lo que recibió de este pago, o ya no tiene cuenta.',
  nothingOwed: 'No se debe nada por este encargo.',
  blocked:
    'El importe de este encargo está bloqueado por una entrega anticipada, una incidencia o una disputa. Resuélvelo antes.',
  inProgress: 'Hay un pago en curso para este encargo.',
  nothingTaken: 'No se ha cobrado nada por este encargo. Si hay dinero retenido, se libera al cancelarlo.',
  tooMuch: 'Es más de lo que se cobró y aún no se ha devuelto.',
  noDispute: 'No existe esa disputa.',
  noEffect: 'No existe esa operación con la pasarela de pago.',
  nothingToRetry:
    'Esta operación no está esperando otro intento: ya ha terminado, o espera una cuenta de cobro o una decisión.',
  maySucceed:
    'Esta operación ya ha terminado o todavía puede hacerse. Se puede cerrar aquí cuando la pasarela la haya rechazado del todo.',
  otherAmount:
    'Ahora corresponde otro importe distinto del que se pagó: vuelve a mirar la operación. Una devolución puede haber reducido el pago al transportista.',
  referenceTaken: 'Ese identificador de la pasarela es de otro pago o de otro importe.',
  bookInstead: 'Compara el pago con la pasarela: así se anota lo que se cobró allí.',
  differenceGone: 'Los libros ya cuadran en esto.',
  differenceChanged: 'Esta diferencia ha cambiado. Vuelve a leerla.',
  differenceStays: 'Esta diferencia no se puede contabilizar: la comprobación seguiría sin cuadrar.',
  noPayment: 'No existe ese pago.',
  notAtProcessor: 'La pasarela no conoce este pago, así que no hay nada que comparar.',
}
