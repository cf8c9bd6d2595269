import type { SameTexts } from '../texts.ts'
import type { actsEn } from './acts-en.ts'

export const actsEs: SameTexts<typeof actsEn> = {
  ask_payment: {
    act: 'Pedir el pago',
    text: 'El cliente recibe un aviso, o un SMS si no tiene la app, con el enlace para pagar; como mucho, cada cuatro horas.',
    will: '',
    done: 'Se le ha pedido el pago al cliente.',
  },
  ask_address: {
    act: 'Pedir la dirección',
    text: 'El cliente recibe un aviso, o un SMS si no tiene la app, y escribe la dirección exacta en las notas del encargo; como mucho, cada cuatro horas.',
    will: '',
    done: 'Se le ha pedido la dirección al cliente.',
  },
  set_pin: {
    act: 'Fijar en el mapa',
    text: 'Los transportistas ven el punto nuevo. El precio y la distancia siguen como los vieron el cliente y la empresa.',
    will: '',
    done: 'El punto está fijado.',
  },
  renew_hold: {
    act: 'Renovar la retención',
    text: 'Retiene el precio otra vez en la última tarjeta usada, y libera la retención antigua.',
    will: '',
    done: 'La renovación está en cola.',
  },
  cancel: {
    act: 'Cancelar el encargo',
    text: 'El cliente lo recupera todo.',
    will: 'El encargo se cancelará',
    done: 'El encargo está cancelado.',
  },
  charge: {
    act: 'Volver a cobrar',
    text: 'Cobra lo pendiente en la última tarjeta usada.',
    will: '',
    done: 'El cobro está en cola.',
  },
  refund: {
    act: 'Devolver dinero',
    text: 'Lo asume la plataforma, salvo la parte que decidas para el transportista.',
    will: 'Se devolverá dinero',
    done: 'El reembolso está en cola.',
  },
  resend_text: {
    act: 'Reenviar el enlace',
    text: 'El mismo SMS al mismo número.',
    will: '',
    done: 'El SMS está en cola.',
  },
  hide: {
    act: 'Ocultar a los transportistas',
    text: 'Sigue publicado y el cliente puede cancelarlo sin coste.',
    will: '',
    done: 'El encargo está oculto.',
  },
  unhide: {
    act: 'Mostrar a los transportistas',
    text: 'Vuelve a la lista de los transportistas.',
    will: '',
    done: 'El encargo vuelve a mostrarse.',
  },
  withdraw: {
    act: 'Eliminar el borrador',
    text: 'Su enlace deja de funcionar al momento.',
    will: 'El borrador se eliminará',
    done: 'El borrador está eliminado.',
  },
  decide: {
    act: 'Decidir sobre los avisos',
    text: 'Lee lo que se ha avisado y elige quién tiene razón.',
    will: '',
    done: 'Los avisos están decididos.',
  },
  decide_trip: {
    act: 'Decidir sobre el aviso del transportista',
    text: 'El transportista no pudo recogerlo. Lee a las dos partes y elige quién tiene razón.',
    will: '',
    done: 'El aviso está decidido.',
  },
  confirm_delivery: {
    act: 'Confirmar la entrega',
    text: 'Se acaba la duda y el pago sigue adelante.',
    will: '',
    done: 'La entrega está confirmada.',
  },
  reassign: {
    act: 'Pasar a otro transportista',
    text: 'Antes de la recogida. Al anterior se le avisa y no se le penaliza.',
    will: '',
    done: 'El encargo tiene otro transportista.',
  },
}
