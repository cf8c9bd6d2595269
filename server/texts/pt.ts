import type {
  InvoiceEventKind,
  InvoiceItem,
  InvoiceKind,
  SimplifiedKind,
  StatementGap,
  StatementLineKind,
} from '#contract/invoice-vocabulary.ts'
import { datesOf } from './dates.ts'
import type { Duration } from './duration.ts'
import type { NoticeWindow } from './notice.ts'
import type { PersonTexts } from './person-texts.ts'

const dates = datesOf('pt-PT')

/** "12,50 €". A plain space: the SMS alphabet has no other. */
const euros = (cents: number): string => `${(cents / 100).toFixed(2).replace('.', ',')} €`

/** "1 minuto", "2 minutos". */
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** "quinta, 03/12, 10:00-12:00", with the name of the clock on islands that have another than the mainland. */
function windowText(window: NoticeWindow): string {
  const clock = islandClocks[window.timeZone]
  return `${dates.window(window)}${clock ? ` (${clock})` : ''}`
}

const islandClocks: Record<string, string> = {
  'Atlantic/Canary': 'hora das Canárias',
  'Atlantic/Madeira': 'hora da Madeira',
  'Atlantic/Azores': 'hora dos Açores',
}

const units = { hour: 'hora', minute: 'minuto' }

const durationText = ({ count, unit }: Duration): string =>
  count === 0 ? `menos de ${unit === 'hour' ? 'uma' : 'um'} ${units[unit]}` : counted(count, units[unit])

const accounts: PersonTexts['accounts'] = {
  checkInput: 'Alguns dados não são válidos. Verifique-os e tente de novo.',
  landline: 'É um telefone fixo e o código vai por SMS. Use um número de telemóvel.',
  codeWrong: 'Esse código não está certo. Veja o último SMS que lhe enviámos.',
  codeExpired: 'Esse código já não funciona. Peça um novo.',
  signedOut: 'A sua sessão terminou. Inicie sessão de novo.',
  termsNotAccepted: 'Leia e aceite primeiro os termos.',
  termsNotInForce: 'Entretanto, os termos mudaram. Leia os novos.',
  noMail: 'Esta instalação não envia emails.',
  tooManyMailCodes: 'Já pediu demasiados códigos hoje. Tente de novo amanhã.',
  noticeAlwaysSent: 'Este aviso diz respeito ao seu dinheiro, por isso é sempre enviado.',
  noticeNeverSent: 'Este aviso nunca é enviado por esta via.',
  suspended: 'Esta conta está suspensa. Escreva ao apoio.',
  erased: 'Esta conta foi eliminada.',
  otherSite: 'Este pedido HTTP não veio de uma página deste serviço.',
  twoSessions: 'Envie o cookie de sessão ou `Authorization: Bearer`, não ambos.',
  notACarrier: 'Isto é para transportadores. Registe-se primeiro como transportador.',
  carrierNotApproved: 'De momento, a sua conta de transportador não está aprovada.',
  profileIncomplete:
    'Antes de aceitar um pedido, adicione ao seu perfil uma foto do seu rosto e a matrícula do seu veículo. Os seus clientes veem quem vem.',
  tooManyAreas: (max: number) => `Já tem ${max} zonas. Elimine uma para guardar outra.`,
  largerVehicle:
    'A sua conta está suspensa e, por agora, não pode mudar para um veículo maior. Nada foi guardado.',
  threeStrikes: 'Tem três faltas em 30 dias, por pedidos de que desistiu ou que não recolheu.',
  notErasable: (blockers) => `A conta ainda não pode ser eliminada. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: () => 'Há um pedido publicado por terminar: cancele-o ou espere até estar entregue e pago.',
    deliveries: () =>
      'Há um pedido aceite por terminar: entregue-o e espere até estar pago, ou desista dele.',
    problems: () => 'Há uma questão em aberto sobre um dos seus pedidos: espere até estar resolvida.',
    payments: () => 'Há um pagamento em curso: tente de novo dentro de alguns minutos.',
    wallet: (cents) =>
      `Há ${euros(cents)} na carteira: gaste-os ou escreva ao apoio para que lhe sejam devolvidos.`,
    earnings: (cents) =>
      `Há ${euros(cents)} de ganhos por transferir: configure as transferências, se ainda não o fez, e espere por elas, ou escreva ao apoio.`,
  },
}

const addresses: PersonTexts['addresses'] = {
  notLocated: 'Não conseguimos localizar uma das moradas, ou nenhuma delas.',
  refused: {
    not_found: 'Não encontrámos esta morada. Escreva a rua, o código postal e o nome completo da localidade.',
    ambiguous:
      'Esta morada corresponde a mais do que um lugar. Acrescente o código postal, ou a localidade e o distrito.',
    conflict: 'Esta morada contradiz-se: o código postal, a localidade, o distrito ou o país não coincidem.',
  },
  unknownWords: (words) =>
    `Não conhecemos «${words}». Escreva o nome completo da localidade, com o código postal e o país, se for no estrangeiro, ou indique a localidade maior mais próxima.`,
  unavailable: 'De momento não conseguimos procurar moradas. Nada foi guardado; tente de novo.',
  tooManyLookUps: (minutes) =>
    `Foram consultados demasiados preços e moradas. Tente de novo dentro de ${minutes} min ou inicie sessão para continuar.`,
  areaNotLocated: 'Não conseguimos localizar a morada desta zona.',
  tooManyLookUpsSignedIn: (minutes) =>
    `Consultou demasiados preços e moradas. Tente de novo dentro de ${minutes} min.`,
  baseNotLocated: 'Não conseguimos localizar a morada da sua base.',
  noTrip: 'Este trajeto não é possível.',
  noRoad: 'Não há estrada entre a recolha e esta morada.',
  tooFar: ({ km, maxKm }) => `Esta morada fica a ${km} km da recolha; o máximo são ${maxKm} km.`,
  disclaimer: {
    same_address: 'Este preço é aproximado; o preço final pode variar.',
    addresses: 'Este preço é aproximado, porque a distância é uma estimativa; o preço final pode variar.',
    postcodes:
      'Este preço é aproximado, porque a distância é medida entre códigos postais e não de porta a porta; o preço final pode variar.',
    town_centres:
      'Este preço é aproximado, porque a distância é medida entre centros de localidades e não de porta a porta; o preço final pode variar.',
  },
}

const company: PersonTexts['company'] = {
  links: 'Empresa e informação legal',
  names: { help: 'Ajuda', terms: 'Termos', privacy: 'Privacidade', imprint: 'Informação legal' },
  titles: {
    help: 'Ajuda',
    terms: 'Termos e condições',
    privacy: 'Política de privacidade',
    imprint: 'Informação legal',
  },
  version: (version) => `Versão ${version}`,
  runBy: (name) => `Um serviço de ${name}`,
  facts: { name: 'Empresa', taxNumber: 'NIF', address: 'Morada', contact: 'Contacto' },
  missing: {
    terms: 'A empresa que presta este serviço ainda não publicou aqui os seus termos.',
    privacy: 'A empresa que presta este serviço ainda não publicou aqui a sua política de privacidade.',
    imprint: 'A empresa que presta este serviço ainda não disse aqui quem é.',
  },
  askFirst: 'Pergunte-nos antes de pagar ou de aceitar um pedido:',
  askPartner:
    'Antes de pagar ou de aceitar um pedido, pergunte à empresa que lhe enviou o link ou que lhe propôs fazer transportes.',
  ownData: 'Na app, em «Conta», pode descarregar o que está guardado sobre si ou eliminar a sua conta.',
  help: {
    contactLead: 'Pode contactar-nos aqui:',
    noContact:
      'Este serviço ainda não tem um contacto comum. Se recebeu um SMS com um link, pergunte à empresa nele indicada: foi ela que preparou a entrega. Se é transportador, pergunte a quem lhe fez o convite.',
    questions: [
      {
        ask: 'Recebi um SMS com um link. O que é?',
        answer:
          'A empresa indicada no SMS preparou-lhe uma entrega ou uma mudança. Abra o link e inicie sessão com um código que enviamos para o seu número. Vê o pedido e o preço, e não paga nada até decidir.',
      },
      {
        ask: 'Algo está mal com a minha entrega',
        answer:
          'Abra o pedido na app e escolha «Algo está mal». Pode adicionar fotos, e a resposta aparece também aí.',
      },
      {
        ask: 'Quero cancelar',
        answer: 'Abra o pedido na app. Antes de confirmar, vê se tem algum custo.',
      },
      {
        ask: 'Sou transportador',
        answer:
          'Os seus pedidos, os seus documentos e os seus ganhos estão na parte da app para transportadores. Cada pedido aceite mostra o telefone do cliente.',
      },
    ],
    customers: 'Os meus pedidos',
    carriers: 'Para transportadores',
  },
}

const documents: PersonTexts['documents'] = {
  kinds: { licence: 'carta de condução', insurance: 'seguro', other: 'outro documento' },
  expiryMissing: 'Indique o último dia em que é válido.',
  expiryUnknown: 'Esse dia não existe.',
  expiryPast: 'Esse dia já passou.',
  accepted: 'Este documento está aceite. Para o alterar, adicione um novo.',
  tooMany: 'Já enviou muitos documentos. Continue amanhã.',
  tooManyPhotos: 'Já enviou muitas fotos. Continue daqui a uma hora.',
  photoNotShown: 'Esta foto já não é mostrada.',
  notAsked: (days) =>
    `Não caduca nos próximos 30 dias, já foi pedido ao transportador nos últimos ${days} dias ou ele enviou outro, ou não lhe chega nem uma notificação nem um SMS.`,
  notWaiting: {
    waiting: 'Este documento está à espera de uma decisão.',
    accepted: 'Este documento já está aceite.',
    expired: 'Este documento foi aceite e entretanto caducou.',
    refused: 'Este documento já foi recusado.',
    replaced: 'O transportador enviou um documento mais recente.',
  },
  missing: (kinds) =>
    `Ainda não é possível aprovar o transportador. Falta um documento aceite e válido: ${kinds.join(', ')}.`,
}

/** Reasons why a field is refused. Each follows the name of the field, or is shown below it. */
const fields: PersonTexts['fields'] = {
  required: 'é obrigatório',
  commonPassword: 'é das primeiras que outros experimentam; use várias palavras sem relação entre si',
  ownWords:
    'é pouco mais do que o seu nome, a sua empresa ou este serviço; use palavras que ninguém associe a si',
  empty: 'não pode estar vazio',
  short: (length) => `deve ter pelo menos ${length} caracteres`,
  long: (length) => `deve ter no máximo ${length} caracteres`,
  low: (limit) => `deve ser ${limit} ou mais`,
  high: (limit) => `deve ser ${limit} ou menos`,
  many: (count) => `deve ter no máximo ${count} elementos`,
  oneOf: (values) => `deve ser um de ${values.join(', ')}`,
  wrongForm: 'não tem o formato certo',
  notAnInstant: 'deve ser uma data e hora como 2030-01-31T10:00:00Z',
  past: 'deve estar no futuro',
  controls: 'não pode conter caracteres de controlo nem Unicode incompleto',
  nothing: 'deve ter algum carácter visível',
  unseen: 'deve ser um texto visível, sem caracteres invisíveis ou danificados',
  invalid: 'não é válido',
  type: (names) => `deve ser ${names.join(' ou ')}`,
  types: {
    string: 'um texto',
    number: 'um número',
    integer: 'um número inteiro',
    boolean: 'true ou false',
    object: 'um objeto JSON',
    array: 'uma lista',
  },
  phone: 'deve ser um número de telefone no formato E.164 com indicativo do país, como +351912345678',
  phoneNationalPrefix:
    'tem, depois do indicativo do país, um dígito que só se marca dentro do país: retire-o, como o 0 de +44 0…',
  phoneMexico: 'tem um 1 depois de +52, que os números do México já não têm: retire-o, como em +525512345678',
  phoneArgentina:
    'deve ter a forma de um telemóvel da Argentina: +54 9, o indicativo da zona sem 0 e o número sem 15, como em +5491123456789',
  phoneCostly:
    'é um número de valor acrescentado, de custo partilhado, gratuito, pessoal, de pager ou de satélite, para o qual este serviço não envia SMS',
  phoneNotServed: 'é um número de um país para o qual este serviço não envia SMS',
  landline: 'é um telefone fixo, que não pode receber SMS',
  landlineArgentina:
    'é um telefone fixo, que não pode receber SMS; um telemóvel da Argentina tem um 9 depois de +54, como em +5491123456789',
  photoUrl:
    'deve ser um URL público http ou https com 2048 caracteres no máximo, sem credenciais, na porta 80 ou 443',
  companyName: 'deve ser uma linha de 1 a 60 caracteres de texto simples, sem links',
  pushEndpoint: 'deve ser o endereço https de um serviço público de notificações',
  timeZone: 'deve ser um fuso horário como Europe/Lisbon',
  onePlace: 'não se pode enviar com outro local',
  areaPlace: 'é necessária para uma nova zona, ou `point`',
  wayFrom: 'precisa de `near` ou `area_id`',
  nextPage: 'deve ser o `next` de uma página',
  unusableUpload: 'não foi enviada por si no último dia, ou já foi usada',
  picture: 'deve ser uma foto: JPEG até 50 megapíxeis, PNG, WebP ou GIF até 20, ou AVIF até 16',
  photoOrPosition: 'é necessária, ou a sua localização',
  callFirst: 'ligue primeiro para o cliente',
  impossiblePosition: 'não pode estar certa depois da anterior, ou para este trajeto',
  arrival: 'é necessária, depois de ter aceitado o pedido',
  dayAhead: (days) => `deve ser um dia entre hoje e daqui a ${days} dias`,
  partOver: 'já passou, ou quase',
  windowLength: 'deve ser entre 30 minutos e 12 horas depois do início',
  noSuchHour: 'não existe neste dia, porque o relógio adianta',
  farFromPickup: (km) => `deve estar a ${km} km da recolha, no máximo`,
  windowOver: 'deve ser pelo menos daqui a uma hora',
  proofPhoto: 'é necessária neste pedido',
  deliveryCodeMissing: 'é necessário, ou uma foto sem ele',
  deliveryCodeWrong: 'não é o código deste cliente',
  photoInsteadOfCode: 'é necessária em vez do código',
  plate:
    'deve ser uma matrícula: letras e dígitos, pelo menos dois, separados no máximo por um espaço ou um hífen',
  notGiven: 'falta no seu perfil',
  quickDelivery: 'é necessário numa entrega tão rápida',
}

const invoiceKinds: Record<InvoiceKind, string> = {
  receipt: 'Recibo',
  top_up: 'Recibo de carregamento',
  credit_note: 'Nota de crédito',
  debit_note: 'Nota de débito',
  statement: 'Extrato mensal',
  self_billing: 'Fatura',
}

const invoiceItems: Record<InvoiceItem, string> = {
  delivery: 'Entrega',
  fee: 'Taxa de serviço',
  cancellation_fee: 'Taxa de cancelamento',
  tip: 'Gorjeta',
  top_up: 'Saldo na sua carteira',
  refund: 'Reembolso',
  correction: 'Correção',
}

const invoiceEvents: Record<InvoiceEventKind, string> = {
  hold: 'Reservado',
  charge: 'Cobrado',
  release: 'Libertado da reserva',
  refund: 'Reembolsado',
  returned: 'Reembolso devolvido pelo banco',
}

/** Lines of a carrier's month. */
const earned: Record<InvoiceItem, string> = {
  ...invoiceItems,
  delivery: 'Entregas',
  cancellation_fee: 'Compensação por cancelamentos',
  tip: 'Gorjetas',
  refund: 'A sua parte de reembolsos',
  correction: 'Correções',
}

const movements: Record<StatementLineKind, string> = {
  delivery: 'Entrega',
  cancellation: 'Compensação',
  tip: 'Gorjeta',
  refund: 'A sua parte de um reembolso',
  payout: 'Transferência',
  correction: 'Correção',
}

const statementGaps: Record<StatementGap, string> = {
  tax_data: 'Faltam os seus dados fiscais. Adicione-os à sua conta: constarão no próximo extrato.',
  agreement:
    'Não é uma fatura, porque não nos autorizou a emitir as suas faturas. Pode fazê-lo na sua conta.',
}

const simplified: Record<SimplifiedKind, string> = {
  receipt: 'Fatura simplificada',
  credit_note: invoiceKinds.credit_note,
  debit_note: invoiceKinds.debit_note,
}

const invoices: PersonTexts['invoices'] = {
  kinds: invoiceKinds,
  simplified,
  items: invoiceItems,
  events: invoiceEvents,
  euros,
  instant: dates.instant,
  shortInstant: dates.shortInstant,
  test: 'Isto é um teste: não houve dinheiro real envolvido.',
  issued: (instant) => `Data de emissão: ${instant}`,
  corrects: (number) => `Relativa a ${number}`,
  seller: 'Vendedor',
  taxNumber: (number) => `NIF ${number}`,
  customer: 'Cliente',
  job: (from, to, reference) => `De ${from} para ${to}, referência ${reference}`,
  net: 'Base',
  vat: 'IVA',
  vatAt: (percent) => `IVA ${percent} %`,
  gross: 'Valor',
  total: 'Total',
  byCarrier: (item) => `${item} (vendido pelo transportador)`,
  carriersTax:
    'O imposto sobre o que o transportador vende é da responsabilidade dele, que lhe dá essa informação.',
  payment: 'Pagamento',
  decimalSeparator: ',',
  unknown: 'Não existe esse recibo.',
  statement: {
    earned,
    movements,
    missing: statementGaps,
    month: dates.month,
    carrier: 'Transportador',
    issuer: 'Emitido por',
    supplier: 'Fornecedor',
    writer: 'Cliente',
    selfBilling: 'Autofaturação: o cliente emite esta fatura em nome e por conta do fornecedor.',
    correction: 'Correção: os reembolsos deste mês reduzem o que consta de faturas anteriores.',
    opening: 'Saldo a seu favor antes',
    closing: 'Saldo a seu favor depois',
    account: 'Movimentos',
    job: (from, to, reference) => `De ${from} para ${to}, ${reference}`,
  },
}

const jobs: PersonTexts['jobs'] = {
  callDirect: 'Liguem diretamente um ao outro: o número está na página do pedido.',
  callOver: 'O prazo em que podiam ligar um ao outro terminou.',
  callFailed: 'De momento não conseguimos fazer a chamada. Tente de novo num minuto ou escreva uma mensagem.',
  unknown: 'Não existe esse pedido; pode ter expirado.',
  is: {
    draft: 'Este pedido ainda não foi publicado.',
    posted: 'Este pedido está publicado e ainda nenhum transportador o aceitou.',
    accepted: 'Um transportador aceitou este pedido e está a caminho.',
    collected: 'O transportador já recolheu este pedido.',
    delivered: 'Este pedido já foi entregue; o pagamento está a ser concluído.',
    completed: 'Este pedido está concluído.',
  },
  cancelledBy: {
    customer: 'O cliente cancelou este pedido.',
    carrier: 'O transportador desistiu deste pedido.',
    staff: 'A nossa equipa cancelou este pedido.',
    system: 'Este pedido foi cancelado porque não foi possível reservar o pagamento.',
  },
  taken: 'Outro transportador foi mais rápido: este pedido já foi atribuído.',
  tooManyOpen: (count) =>
    `Tem ${counted(count, 'pedido')} por entregar, o máximo ao mesmo tempo. Termine um e poderá aceitar este.`,
  cancelCostChanged: 'A taxa de cancelamento acabou de mudar. Veja-a outra vez antes de cancelar.',
  suspendedCannotDrop:
    'A sua conta está suspensa, por isso não pode desistir de pedidos na app. Se não puder fazer este, escreva ao apoio.',
  tooQuick:
    'Foi mais rápido do que é habitual neste trajeto. Adicione uma foto da entrega e diga-nos porquê, e ficará registada.',
  nothingToConfirm: 'Esta entrega não precisa de ser confirmada.',
  ratedAlready: 'Já avaliou este pedido.',
  problemTooLate:
    'A entrega foi há mais de dois dias e já não pode relatar aqui um problema. Escreva ao apoio.',
  arrivedLate:
    'O pedido terminou, ou passou para outro transportador, antes de isto chegar. A nossa equipa foi avisada e vai entrar em contacto consigo. Se tem a mercadoria, guarde-a bem e escreva-nos.',
  problemTooOften: 'Já enviou três relatos sobre este pedido. A nossa equipa está a analisar o caso.',
  problemIdTaken: 'Este relato já foi usado para outra coisa. Escreva-o de novo.',
  noProblemLeft: 'Não há mais relatos deste pedido por decidir.',
  onlyInDoubt: 'Não há mais relatos por decidir. Só a entrega está em dúvida: confirme-a para o resolver.',
  tripEvidence: 'Falta alguma coisa neste relato. Acrescente-a e envie-o de novo.',
  waitLonger: (minutes) =>
    `Espere ${minutes} minutos à porta e ligue antes de relatar que o cliente não está.`,
  tripReported: 'Já nos relatou isto, ou a nossa equipa já decidiu. Se precisar de ajuda, escreva ao apoio.',
  answeredAlready: 'Já respondeu a isto, ou a nossa equipa já decidiu.',
  tripEnded: 'O transportador relatou que não foi possível fazer a recolha, e o pedido terminou.',
  tripWithdrawn: 'Este relato do transportador já não conta e não precisa de resposta.',
  tripWaits: (by, timeZone) =>
    `O transportador relatou que não foi possível fazer a recolha e não concordou com isso. A nossa equipa decide até ${dates.dayTime(by, timeZone)}.`,
  tripFar: 'Está demasiado longe da recolha para relatar isto. Relate-o no local ou devolva o pedido.',
  answerTripFirst:
    'O seu transportador relatou que não foi possível fazer a recolha. Responda primeiro a isso; está no seu pedido.',
  timeImpossible: 'Esta hora não é possível. Escolha outra.',
  timeChanged: 'Entretanto, a outra pessoa propôs uma hora ou concordou. Veja outra vez.',
  timeIdTaken: 'Esta proposta já foi usada para outra coisa. Proponha a hora de novo.',
  timeOver: 'Esta hora já passou, ou quase. Proponha outra.',
  noProposalLeft:
    'Já fez três propostas. Concorde com uma proposta, espere por outra ou ligue para a outra pessoa.',
  impossiblePosition: 'Esta localização não pode estar certa.',
  windowNotBegun: 'A hora que combinaram ainda não começou. Também pode propor outra hora ou ligar.',
  talkEnded: 'Esta conversa terminou e já não pode escrever nela.',
  threadClosed: 'Esta conversa com a nossa equipa está fechada. Se precisar de ajuda, escreva ao apoio.',
  unknownMessage: 'Essa mensagem não está nesta conversa.',
  ownMessage: 'Só pode relatar o que a outra pessoa escreveu.',
  messageReports: {
    rude: 'Relato uma mensagem: é grosseira ou ameaçadora.',
    outside_payment: 'Relato uma mensagem: pede que se pague fora da app.',
    other: 'Relato uma mensagem: tem outro problema.',
  },
  messageIdTaken: 'Esta mensagem já foi usada para outra coisa. Escreva-a de novo.',
  tooManyMessages: 'Enviou muitas mensagens em pouco tempo. Espere um pouco.',
  tooManyInJob: 'Este pedido tem demasiadas mensagens. Ligue ou escreva ao apoio.',
  noTripReport: 'Não há nenhum relato do transportador que possa ser decidido assim.',
  reportsChanged: 'Os avisos deste pedido mudaram entretanto. Vê-os outra vez e depois decide.',
  pins: {
    partners:
      'As moradas foram indicadas pela empresa que enviou este pedido. Escreva nas notas como encontrar a porta.',
    changed: 'Os locais acabaram de mudar. Veja-os outra vez.',
    tooFar: (km) =>
      `Fica demasiado longe da morada: no máximo, ${String(km).replace('.', ',')} km. Para outro local, faça o pedido com a morada dele.`,
  },
  idTaken: 'Já foi criado outro pedido com este identificador. Comece de novo.',
  tooManyDrafts: 'Tem muitos pedidos por pagar. Pague um deles ou continue quando tiverem expirado.',
  goesOn:
    'Já estamos a propor este pedido a outros transportadores, com o mesmo pagamento. Está entre os seus pedidos.',
  dataDeleted: 'Os dados deste pedido foram eliminados porque terminou há muito tempo. Faça um novo.',
  proofMissing: 'Aqui é necessária uma foto. Tire uma e envie de novo.',
  deliveryCodeMissing:
    'O cliente tem um código para esta entrega. Escreva-o, ou tire uma foto e envie-a sem código.',
  deliveryCodeWrong: (left) =>
    `Esse não é o código deste cliente. Pode tentar ${left === 1 ? 'mais uma vez' : `mais ${left} vezes`}, ou enviar uma foto sem código.`,
  noCodeTriesLeft:
    'O código falhou demasiadas vezes. Tire uma foto e envie-a sem código, ou ligue para o cliente.',
  photoUnusable: 'Uma das fotos não pode ser usada. Adicione-a de novo.',
  photoTooSlow: 'A foto não chegou: a ligação está demasiado lenta neste momento. Tente de novo.',
  photoTooLarge: 'Esta foto é demasiado grande. Use uma com 8 MB no máximo.',
  notAPhoto: 'Isto não é uma foto. Use JPEG, PNG, WebP, AVIF ou GIF.',
  otherFormat: (found) =>
    `Um ficheiro no formato ${found} não serve como foto. Use JPEG, PNG, WebP, AVIF ou GIF.`,
  noPicture: 'Este ficheiro não serve como foto. Use JPEG, PNG, WebP, AVIF ou GIF.',
  tooManyUploads: 'Está a enviar demasiadas fotos ao mesmo tempo. Envie-as uma a uma.',
  tooManyPhotos: 'Já enviou muitas fotos que nenhum pedido usa. Continue amanhã.',
}

const mailOf: Record<InvoiceKind, (cents: number) => string> = {
  receipt: (cents) => `Cobrámos ${euros(cents)}. O recibo segue em anexo, em PDF.`,
  top_up: (cents) => `Adicionou ${euros(cents)} à sua carteira. O recibo segue em anexo, em PDF.`,
  credit_note: (cents) => `Devolvemos-lhe ${euros(cents)}. A nota de crédito segue em anexo, em PDF.`,
  debit_note: (cents) =>
    `O seu banco devolveu um reembolso de ${euros(cents)}. A nota de débito segue em anexo, em PDF.`,
  statement: (cents) => `O seu extrato mensal segue em anexo, em PDF. O valor é de ${euros(cents)}.`,
  self_billing: (cents) => `A sua fatura do mês segue em anexo, em PDF. O valor é de ${euros(cents)}.`,
}

const simplifiedMails: Record<SimplifiedKind, (cents: number) => string> = {
  receipt: (cents) => `Cobrámos ${euros(cents)}. A fatura simplificada segue em anexo, em PDF.`,
  credit_note: mailOf.credit_note,
  debit_note: mailOf.debit_note,
}

const mails: PersonTexts['mails'] = {
  confirmation: {
    subject: 'Confirme o seu email',
    body: (service) =>
      `Escreva este código na sua conta ${service} para receber recibos e avisos neste endereço. É válido durante uma hora.`,
    reason:
      'Alguém escreveu este endereço numa conta. Se não foi uma ação sua, não faça nada: não receberá mais emails.',
  },
  invoice: mailOf,
  simplified: simplifiedMails,
  trial: {
    subject: (service) => `Email de teste de ${service}`,
    body: 'Esta instalação consegue enviar emails para este endereço.',
    reason: 'Recebe este email porque o operador enviou um teste para este endereço.',
  },
  test: 'Não houve dinheiro real envolvido.',
  openJob: 'Abrir o pedido',
  openApp: 'Abrir a app',
  reason: (service) => `Recebe este email porque é o endereço da sua conta ${service}.`,
  off: 'Não receber mais emails que não sejam sobre dinheiro',
  offPage: {
    title: 'Emails',
    lead: 'Deixará de receber emails que não sejam sobre dinheiro. Os recibos, os reembolsos e os problemas com um pagamento continuam a chegar por email.',
    act: 'Desativá-los',
    doneTitle: 'Desativados',
    done: 'Já não recebe emails que não sejam sobre dinheiro. Na sua conta pode voltar a escolher.',
    account: 'A minha conta',
  },
}

/** Only where the operator has switched codes on. */
const codeOf = (code: string | null): string => (code ? ` Código da entrega: ${code}.` : '')

/** Also sent as SMS: where two wordings are equally good, the one without á, ã, ç and the like. */
const notices: PersonTexts['notices'] = {
  job_posted: ({ what }) => ({
    title: 'O seu pedido está publicado',
    body: `${what}. Os transportadores por perto veem-no agora.`,
  }),
  job_accepted: ({ what, who, code }) => ({
    title: 'Um transportador aceitou',
    body: `${who || 'O seu transportador'} trata do pedido: ${what}.${codeOf(code)}`,
  }),
  collection_due: ({ what, hoursLeft }) => ({
    title: hoursLeft === 1 ? 'Falta 1 hora para a recolha' : `Faltam ${hoursLeft} horas para a recolha`,
    body: `${what}. Depois disso o cliente pode cancelar sem custos e conta como uma falta.`,
  }),
  collection_overdue: ({ what }) => ({
    title: 'O seu transportador está atrasado',
    body: `${what}: a recolha não foi feita a tempo. Cancele sem custos ou ligue para o transportador.`,
  }),
  time_proposed: ({ what, window }) => ({
    title: window ? `Proposta de hora: ${windowText(window)}` : 'Há uma proposta de hora',
    body: `${what}. Abra para concordar ou propor outra.`,
  }),
  time_agreed: ({ what, window }) => ({
    title: window ? `Combinado: ${windowText(window)}` : 'Há uma hora combinada',
    body: `Recolha: ${what}.`,
  }),
  time_moved: ({ what, window }) => ({
    title: window ? `Nova hora: ${windowText(window)}` : 'A hora mudou',
    body: `Mudaram-na de comum acordo: ${what}.`,
  }),
  time_in_a_day: ({ what, window }) => ({
    title: window ? `Recolha ${windowText(window)}` : 'Recolha dentro de um dia',
    body: `${what}. Se já não der jeito, proponha outra hora com tempo.`,
  }),
  time_in_an_hour: ({ what, window }) => ({
    title: window ? `Dentro de uma hora: ${windowText(window)}` : 'Recolha dentro de uma hora',
    body: `${what}. Esteja no local e com o telefone por perto.`,
  }),
  message_received: ({ what }) => ({ title: 'Nova mensagem', body: `${what}. Abra para ler e responder.` }),
  messages_unread: ({ what }) => ({
    title: 'Tem mensagens por ler',
    body: `${what}. Abra para ler e responder.`,
  }),
  staff_answered: ({ what }) => ({
    title: 'A nossa equipa respondeu-lhe',
    body: `${what}. Abra para ler a resposta.`,
  }),
  job_collected: ({ what, code }) => ({ title: 'Recolhido', body: `${what} vai a caminho.${codeOf(code)}` }),
  carrier_arriving: ({ what, who }) => ({
    title: `${who || 'O seu transportador'} chega em cerca de 10 minutos`,
    body: `${what}. Esteja no local para receber a entrega.`,
  }),
  job_moved_away: ({ what, route }) => ({
    title: 'Outro transportador fica com o pedido',
    body: `A nossa equipa passou-o a outro transportador: ${what}, ${route}. Não conta contra si.`,
  }),
  job_moved_to_you: ({ what, route }) => ({
    title: 'Tem um novo pedido',
    body: `A nossa equipa atribuiu-lhe este pedido: ${what}, ${route}. Abra para ver as moradas.`,
  }),
  carrier_changed: ({ what, who, code }) => ({
    title: 'Tem outro transportador',
    body: `${who || 'Outro transportador'} trata agora do pedido: ${what}.${codeOf(code)}`,
  }),
  job_completed: ({ what }) => ({
    title: 'Entregue e pago',
    body: `${what}. Tudo pronto; se quiser, deixe uma avaliação.`,
  }),
  job_charged: ({ what, chargedCents }) => ({
    title: `Entregue, ${euros(chargedCents)} cobrados`,
    body: `${what}. Algo está mal? Diga-nos no prazo de dois dias.`,
  }),
  job_cancelled_uncollected: ({ what }) => ({
    title: 'O cliente cancelou',
    body: `${what}: a recolha ficou por fazer e conta como uma falta. Se houver engano, escreva-nos.`,
  }),
  job_cancelled_by_customer: ({ what, route }) => ({
    title: 'O cliente cancelou',
    body: `${what}, ${route}.`,
  }),
  job_cancelled_by_carrier: ({ what }) => ({
    title: 'O transportador teve de cancelar',
    body: `${what}. Devolvemos-lhe tudo e pode voltar a pedir com um toque.`,
  }),
  job_offered_again: ({ what }) => ({
    title: 'O seu transportador não pode levá-lo',
    body: `${what}. Estamos a propor o pedido a outros; não tem de fazer nada. Pode cancelar sem custos.`,
  }),
  job_cancelled_by_staff: ({ what }) => ({
    title: 'O pedido foi cancelado',
    body: `A nossa equipa cancelou-o: ${what}.`,
  }),
  job_cancelled_by_system: ({ what }) => ({
    title: 'O pedido foi cancelado',
    body: `${what}. Abra para ver o motivo.`,
  }),
  hold_not_renewed: ({ what }) => ({
    title: 'Verifique o seu pagamento',
    body: `${what}: não foi possível voltar a reservar o valor. Pague de novo em 24 horas para o pedido continuar publicado.`,
  }),
  payment_wanted: ({ what }) => ({
    title: 'O seu pedido espera o pagamento',
    body: `${what}. Pague-o para que os transportadores o vejam.`,
  }),
  address_wanted: ({ what }) => ({
    title: 'Precisamos de uma morada mais exata',
    body: `${what}. Escreva a rua, o número e a localidade nas notas do seu pedido.`,
  }),
  delivery_to_confirm: ({ what }) => ({
    title: 'Já chegou?',
    body: `${what}. O transportador diz que está entregue, mais cedo do que o habitual. Confirme ou diga-nos o que está mal.`,
  }),
  problem_reported: ({ what }) => ({
    title: 'O cliente falou-nos de um problema',
    body: `${what}. A nossa equipa está a analisar o caso. Se ainda não recebeu, o seu pagamento espera até lá.`,
  }),
  problem_resolved: ({ what }) => ({
    title: 'A nossa equipa analisou o problema',
    body: `${what}. Abra o pedido para ver o que se segue.`,
  }),
  trip_reported: ({ what, who }) => ({
    title: `${who || 'O seu transportador'} não conseguiu fazer a recolha`,
    body: `${what}. Abra e responda em 24 horas. Sem resposta, o pedido termina e pode custar o que viu antes de pagar.`,
  }),
  trip_answered: ({ what }) => ({
    title: 'O cliente não concorda com o seu relato',
    body: `${what}. A nossa equipa decide em três dias. Ainda pode fazer a recolha.`,
  }),
  trip_ended: ({ what }) => ({
    title: 'O pedido terminou sem viagem',
    body: `${what}: a recolha falhou. Abra para ver o que se paga.`,
  }),
  payment_refused: ({ what }) => ({
    title: 'O seu pagamento foi recusado',
    body: `${what}. Escolha outra forma de pagamento.`,
  }),
  cost_shared: ({ what, movedCents }) => ({
    title: movedCents ? `Menos ${euros(movedCents)} para si` : 'Suporta parte de um reembolso',
    body: `${what}. A nossa equipa reembolsou o cliente e cabe-lhe esta parte. É descontada da sua próxima transferência.`,
  }),
  tip_received: ({ what, movedCents }) => ({
    title: movedCents ? `Uma gorjeta para si: ${euros(movedCents)}` : 'Uma gorjeta para si',
    body: `${what}. É toda para si.`,
  }),
  job_refunded: ({ what, movedCents }) => ({
    title: movedCents ? `Reembolso de ${euros(movedCents)}` : 'Vai receber um reembolso',
    body: `${what}. Abra para ver o valor e a data.`,
  }),
  job_nearby: ({ what, route, from, earnsCents }) => ({
    title: `Novo pedido${from && ` (${from})`}: ${euros(earnsCents)}`,
    body: `${what}. ${route}`,
  }),
  carrier_approved: () => ({
    title: 'A sua conta foi aprovada',
    body: 'Há pedidos perto de si à espera.',
  }),
  carrier_rejected: () => ({
    title: 'Ainda não pudemos aprovar a sua conta',
    body: 'Abra o seu perfil para ver o motivo e o que deve mudar.',
  }),
  carrier_suspended: () => ({
    title: 'A sua conta de transportador está suspensa',
    body: 'Abra o seu perfil para ver o motivo. Mantém os pedidos que aceitou.',
  }),
  document_accepted: () => ({
    title: 'O seu documento foi aceite',
    body: 'Abra o seu perfil para ver até quando é válido.',
  }),
  document_refused: () => ({
    title: 'Não pudemos aceitar o seu documento',
    body: 'Abra o seu perfil para ver o motivo e envie outro.',
  }),
  photo_removed: () => ({
    title: 'Removemos uma foto sua',
    body: 'Abra o seu perfil para ver o motivo e tire outra.',
  }),
  document_expires: () => ({
    title: 'Um documento seu caduca em breve',
    body: 'Abra o seu perfil e envie o novo a tempo.',
  }),
}

const pages: PersonTexts['pages'] = {
  language: 'Idioma',
  languageName: 'Português',
  skip: 'Ir para o conteúdo',
  draft: {
    title: 'A sua entrega está quase pronta',
    lead: 'Abra-a na app para ver os detalhes e o preço, e confirmar.',
    open: 'Abrir na app',
    notOpened: 'Não aconteceu nada? A app pode não estar neste telemóvel.',
    onComputer: 'Está num computador? Abra antes o link do SMS no seu telemóvel.',
    onlyYou:
      'Mais ninguém a pode ver: inicia sessão com um código que enviamos para o número que recebeu o SMS.',
    next: 'Os próximos passos',
    steps: [
      { name: 'Rever', what: 'Verifique as moradas, o tamanho, as fotos e o preço total.' },
      { name: 'Pagar', what: 'O valor fica apenas reservado. É cobrado depois de o transportador entregar.' },
      { name: 'Publicar', what: 'Os transportadores por perto veem o seu pedido e um deles aceita-o.' },
    ],
    waits: (life) =>
      `O rascunho espera ${durationText(life)} a contar do SMS. Depois é eliminado, sem custos para si; peça um novo link à empresa que o enviou.`,
    noApp: 'Ainda não tem a app?',
    getApp: 'Instale-a e toque de novo no link do SMS.',
    browse: 'Ou continue no navegador',
    appStore: 'Obter para iPhone',
    playStore: 'Obter para Android',
    noScript:
      'Este navegador tem os scripts desativados e o botão não consegue abrir a app. Com a app instalada, o link do SMS abre-a diretamente.',
    neverShare: 'Nunca partilhe o seu código. Ninguém lhe vai ligar ou escrever a pedi-lo.',
  },
  home: {
    title: 'Entregas e mudanças, por transportadores perto de si',
    lead: 'Vê o preço antes de decidir e paga depois da entrega. Cancelar tarde pode ter uma taxa.',
    price: {
      act: 'Ver quanto custa',
      note: 'Bastam um tamanho e duas moradas. Não precisa de conta.',
    },
    how: {
      title: 'Como funciona',
      steps: [
        {
          name: 'Vê o preço',
          what: 'Depende do tamanho, da distância e dos pisos sem elevador. Não se acrescenta nada depois.',
        },
        {
          name: 'O valor é reservado, não cobrado',
          what: 'Confirma com um código que enviamos por SMS e publica o pedido. Os transportadores por perto veem-no.',
        },
        {
          name: 'Vem um transportador',
          what: 'Combinam uma hora, vê o nome e o veículo, e pode contactar o transportador.',
        },
        { name: 'Paga depois da entrega', what: 'Só então o valor é cobrado, e recebe um recibo.' },
      ],
    },
    wrong: {
      title: 'Se algo correr mal',
      points: [
        'Até um transportador aceitar, e durante cinco minutos depois disso, cancelar não custa nada. Mais tarde há uma taxa, que vê antes de pagar e outra vez antes de cancelar.',
        'Se o transportador não vier a tempo, cancela sem custos.',
        'Se um transportador desistir do pedido, passa para o seguinte sem pagar de novo.',
        'Se houver algo danificado ou em falta, relate-o na app com fotos. A nossa equipa analisa o caso.',
      ],
    },
    who: {
      title: 'Quem presta este serviço',
      ask: 'Pode contactar-nos aqui:',
      askHelp: 'Tem uma pergunta?',
      help: 'Ajuda',
    },
    customers: {
      name: 'Recebeu um SMS com um link?',
      what: 'Toque no link do SMS ou inicie sessão aqui com o mesmo número. Também pode fazer um pedido.',
    },
    carriers: {
      name: 'Tem uma carrinha ou um carro?',
      what: 'Transporte connosco: encontre pedidos perto de si e receba depois de cada entrega.',
    },
    help: { name: 'Tem uma pergunta?', what: 'Respostas e como nos contactar.' },
    developers: 'Para programadores:',
    guide: 'guia para empresas (em inglês)',
    reference: 'referência da API (em inglês)',
    health: 'estado',
  },
  notFound: {
    title: 'Não há nada aqui',
    lead: 'O endereço pode estar mal escrito ou incompleto. Se o recebeu por SMS, toque de novo no link do SMS.',
    home: 'Ir para o início',
  },
  app: {
    customer: 'Dray',
    carrier: 'Dray Carrier',
    description: 'Entregas e mudanças: veja o preço e pague quando chegar.',
    noScript:
      'Esta página precisa de scripts, que estão desativados neste navegador. Ative-os e recarregue a página.',
  },
  admin: { title: 'Painel da Dray' },
  partner: { title: 'Dray para empresas' },
}

const payments: PersonTexts['payments'] = {
  nothingToPay: 'De momento, não há nada a pagar por este pedido.',
  priceChanged: 'O preço mudou desde que o viu. Veja-o outra vez antes de pagar.',
  pending: 'Há outro pagamento em curso para este pedido. Espere um momento e tente de novo.',
  stillProcessing: 'O pagamento ainda está a ser processado. Tente de novo daqui a pouco.',
  noCard: 'Escolha um cartão ou guarde um primeiro.',
  noWalletForTests: 'Um pedido de teste paga-se com um cartão de teste, não com a carteira.',
  walletTooLow: 'Não há saldo suficiente na carteira. Carregue-a ou pague com cartão.',
  idTaken: 'Este pagamento já foi usado para outra coisa. Tente de novo.',
  captureRunning: 'O pagamento já está a ser cobrado, por isso este pedido já não pode ser cancelado.',
  cardInUse: 'Um pagamento ainda precisa deste cartão. Pode removê-lo quando o pedido terminar.',
  tooManySetups: (wait) =>
    `Tentou adicionar muitos cartões nas últimas 24 horas. Para proteger os cartões, tem de esperar: pode adicionar o próximo dentro de ${durationText(wait)}. Um cartão já guardado continua a funcionar.`,
  tooManyRefusals: (wait) =>
    `Muitos pagamentos com cartão não foram concluídos nas últimas 24 horas. Para proteger os cartões, tem de esperar: pode tentar de novo dentro de ${durationText(wait)}.`,
  noTip: 'Pode dar uma gorjeta até uma semana depois da entrega, enquanto o transportador puder ser pago.',
  tipTooMuch: 'É mais do que ainda se pode dar por este pedido.',
  partAboveRefund: 'O transportador não pode suportar mais do que o reembolso inteiro.',
  partAboveShare:
    'O transportador não pode suportar mais do que recebeu deste pagamento, ou já não tem conta.',
  nothingOwed: 'Não se deve nada por este pedido.',
  blocked:
    'O dinheiro deste pedido está bloqueado por uma entrega antecipada, um relato de um problema ou uma disputa. Decida isso primeiro.',
  inProgress: 'Há um pagamento em curso para este pedido.',
  nothingTaken: 'Não foi cobrado nada por este pedido. Se houver um valor reservado, cancelar liberta-o.',
  tooMuch: 'É mais do que o que foi cobrado e ainda não foi reembolsado.',
  noDispute: 'Não existe essa disputa.',
  noEffect: 'Não existe essa operação no serviço de pagamento.',
  nothingToRetry:
    'Esta operação não está à espera de outra tentativa: já terminou, ou espera uma conta de recebimentos ou uma decisão.',
  maySucceed:
    'Esta operação já terminou, ou ainda pode ter êxito. Pode ser fechada aqui quando o serviço de pagamento a recusar de vez.',
  otherAmount:
    'O valor devido agora é diferente do que foi pago: veja a operação outra vez. Um reembolso pode ter reduzido uma transferência.',
  referenceTaken: 'Este identificador do serviço de pagamento é de outro pagamento ou de outro valor.',
  bookInstead: 'Compare antes o pagamento com o serviço de pagamento: assim regista-se o que lá foi cobrado.',
  differenceGone: 'As contas já batem certo neste ponto.',
  differenceChanged: 'Esta diferença mudou. Leia-a de novo.',
  differenceStays: 'Esta diferença não pode ser registada: a verificação continuaria a não bater certo.',
  noPayment: 'Não existe esse pagamento.',
  notAtProcessor: 'O serviço de pagamento não conhece este pagamento, por isso não há nada a comparar.',
}

/** Why a photo is refused. Each follows the name of the field. */
const photos: PersonTexts['photos'] = {
  unreachable: 'não pôde ser descarregada: o URL tem de ser público e responder com a própria imagem',
  tooLarge: 'tem mais de 2 MB',
  noImage: 'não é uma imagem; envie JPEG, PNG, WebP, AVIF ou GIF',
  format: (found) => `é ${found}; envie JPEG, PNG, WebP, AVIF ou GIF`,
  pixels: (found) =>
    `é uma imagem ${found} com demasiados píxeis; no máximo 12 000 de cada lado e 50 megapíxeis no total, 16 em AVIF`,
  damaged: (found) => `é uma imagem ${found} danificada ou incompleta`,
}

const requests: PersonTexts['requests'] = {
  notFound: 'Não há nada neste caminho.',
  methods: (methods) => `Este caminho só responde a ${methods.join(', ')}.`,
  malformed: 'O pedido HTTP está mal formado.',
  headersTooLarge: 'Os cabeçalhos do pedido HTTP são demasiado grandes.',
  late: 'O pedido HTTP não chegou a tempo.',
  tooLarge: (bytes) => `O corpo tem mais de ${bytes / 1_024} KiB.`,
  mediaType: 'Envie o corpo como `Content-Type: application/json` em UTF-8, sem compressão.',
  unreadable: 'Não é possível ler o corpo; veja `details`.',
  notJson: 'deve ser JSON válido em UTF-8',
  tooDeep: 'tem demasiados níveis',
  hasProto: 'não pode conter `__proto__`',
  namedTwice: (path) => `indica \`${path}\` duas vezes`,
  unsigned: 'A assinatura não corresponde ao corpo.',
  tooMany: (seconds) => `Demasiadas tentativas. Tente de novo dentro de ${counted(seconds, 'segundo')}.`,
  tooManyConnections: 'Este endereço tem demasiadas ligações abertas. Reutilize-as.',
  busy: 'O serviço está muito ocupado. Tente de novo daqui a pouco.',
  unavailable: 'De momento, o serviço não consegue fazer isto. Tente de novo daqui a pouco.',
  failed: 'Algo correu mal do nosso lado. Pode tentar de novo sem risco.',
  metricsToken: 'Envie o token de métricas como `Authorization: Bearer …`.',
  metricsHere: 'Só a máquina do serviço o pode ler, a não ser que o operador defina METRICS_TOKEN.',
}

/** Words without á, ã, ç, ó and the like: one letter outside the GSM alphabet can double the cost of an SMS. */
const sms: PersonTexts['sms'] = {
  sampleTitle: 'Sofá de três lugares',
  code: (code) =>
    `${code} serve para entrar na sua conta. Expira em 10 minutos. Nunca o partilhe com ninguém.`,
  test: 'este é um SMS de teste. Funciona.',
  draft: {
    ready: 'tudo pronto para a sua entrega.',
    route: ({ pickup, dropoff }) => `de ${pickup} para ${dropoff}`,
    total: (cents) => `Total ${euros(cents)}.`,
    open: 'Veja e confirme:',
    app: 'Se lhe falta a app, descarregue-a.',
    noApp: 'Funciona sem app.',
  },
}

export const pt: PersonTexts = {
  accounts,
  addresses,
  company,
  documents,
  fields,
  invoices,
  jobs,
  mails,
  notices,
  pages,
  payments,
  photos,
  requests,
  sms,
}
