import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  signIn: {
    title: 'Entrar',
    about: 'Dray te encuentra un transportista cercano para tu transporte o mudanza.',
    aboutCarrier: 'Para transportistas: encuentra encargos cerca de ti y cobra después de cada entrega.',
    lead: 'Te enviamos un código por SMS. No hay contraseña que recordar.',
    phone: 'Número de teléfono',
    phoneHelp: 'Con el prefijo del país, por ejemplo +34 612 345 678.',
    phoneOdd:
      'No parece un número de teléfono. Escríbelo con el prefijo del país, por ejemplo +34 612 345 678.',
    ask: 'Enviarme un código',
    codeTitle: 'Escribe el código',
    codeSent: 'Hemos enviado un código de seis dígitos al {{phone}}.',
    digit: 'Dígito {{number}} de 6',
    checking: 'Comprobando el código',
    resend: 'Enviar otro código',
    resendIn_one: 'Enviar otro código (en {{count}} segundo)',
    resendIn_other: 'Enviar otro código (en {{count}} segundos)',
    resendInMinutes_one: 'Enviar otro código (en {{count}} minuto)',
    resendInMinutes_other: 'Enviar otro código (en {{count}} minutos)',
    resendInHours_one: 'Enviar otro código (en {{count}} hora)',
    resendInHours_other: 'Enviar otro código (en {{count}} horas)',
    resent: 'Si el número es correcto, el nuevo código está en camino.',
    otherNumber: 'Cambiar el número',
    noText: '¿No llega el SMS en un minuto? Revisa el número y pide otro código.',
    neverShare: 'No compartas tu código. Nadie te llamará ni te escribirá para pedírtelo.',
  },
  draft: {
    title: 'Tu encargo está casi listo',
    lead: 'La empresa que aparece en tu SMS ha preparado para ti un transporte o una mudanza con Dray, donde los transportistas cercanos aceptan encargos como este. Entra con tu teléfono para verlo. No pagas nada hasta que tú lo decidas.',
    whyCode:
      'Enviamos un código a tu número para comprobar que eres tú: solo el número que recibió el SMS puede abrir el encargo.',
    next: 'Los siguientes pasos',
    steps: {
      review: { name: 'Revisa', what: 'Mira las direcciones, las fotos y el precio total.' },
      pay: { name: 'Paga', what: 'El importe solo se retiene. Se cobra cuando está entregado.' },
      publish: { name: 'Publica', what: 'Los transportistas cercanos ven tu encargo y uno lo acepta.' },
    },
    absentTitle: 'No podemos mostrar este encargo',
    absentText:
      'El enlace solo se abre con el número que recibió el SMS y mientras el borrador no caduque. Entra con ese número o pide otro enlace a la empresa que te lo envió.',
    signedInAs: 'Has entrado con el número {{phone}}.',
    otherNumber: 'Usar otro número',
    myJobs: 'Mis encargos',
  },
}
