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

const dates = datesOf('fr-FR')

/*
 * French. In texts that are only shown on pages, the spaces before : ; ? ! and inside « » are no-break spaces
 * (U+00A0). In notices, SMS and files they are plain, and apostrophes are straight: an SMS is then shorter.
 */

/** "12,50 €", "1 234,50 €". */
const euros = (cents: number): string =>
  `${(cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\d(?=(\d{3})+,)/g, '$& ')} €`

/** "1 minute", "2 minutes", "0 minute". */
const counted = (count: number, one: string): string => `${count} ${one}${Math.abs(count) < 2 ? '' : 's'}`

/** "jeu. 3 déc. 10:00-12:00", with the name of the clock on islands that have another than the mainland. */
function windowText(window: NoticeWindow): string {
  const clock = islandClocks[window.timeZone]
  return `${dates.window(window).replaceAll(',', '')}${clock ? ` (${clock})` : ''}`
}

const islandClocks: Record<string, string> = {
  'Atlantic/Canary': 'heure des Canaries',
  'Atlantic/Madeira': 'heure de Madère',
  'Atlantic/Azores': 'heure des Açores',
}

const units = { hour: 'heure', minute: 'minute' }

const durationText = ({ count, unit }: Duration): string =>
  count === 0 ? `moins d’une ${units[unit]}` : counted(count, units[unit])

/** "de Paris", "d'Orléans", "du Mans", "des Ulis". */
function fromPlace(place: string): string {
  if (/^Les? /.test(place)) return place.replace(/^Le /, 'du ').replace(/^Les /, 'des ')
  return /^[aeiouy]/i.test(place.normalize('NFD')) ? `d'${place}` : `de ${place}`
}

/** "à Paris", "au Mans", "aux Ulis". */
const toPlace = (place: string): string =>
  /^Les? /.test(place) ? place.replace(/^Le /, 'au ').replace(/^Les /, 'aux ') : `à ${place}`

/** Only where the operator has switched codes on. */
const codeOf = (code: string | null): string => (code ? ` Code de livraison : ${code}.` : '')

const accounts: PersonTexts['accounts'] = {
  checkInput: 'Certaines informations ne sont pas valides. Vérifiez-les et réessayez.',
  landline: 'C’est un téléphone fixe, et le code arrive par SMS. Utilisez un numéro de mobile.',
  codeWrong: 'Ce code n’est pas le bon. Regardez le dernier SMS que nous vous avons envoyé.',
  codeExpired: 'Ce code n’est plus valable. Demandez-en un nouveau.',
  signedOut: 'Votre session a pris fin. Connectez-vous de nouveau.',
  termsNotAccepted: 'Lisez et acceptez d’abord les conditions.',
  termsNotInForce: 'Les conditions ont changé entre-temps. Lisez les nouvelles.',
  noMail: 'Cette installation n’envoie pas d’e-mails.',
  tooManyMailCodes: 'Vous avez demandé trop de codes aujourd’hui. Réessayez demain.',
  noticeAlwaysSent: 'Cette notification concerne votre argent, elle est donc toujours envoyée.',
  noticeNeverSent: 'Cette notification n’est jamais envoyée de cette façon.',
  suspended: 'Ce compte est suspendu. Contactez l’assistance.',
  erased: 'Ce compte a été supprimé.',
  otherSite: 'Cette demande ne vient pas d’une page de ce service.',
  twoSessions: 'Envoyez un cookie de session ou `Authorization: Bearer`, pas les deux.',
  notACarrier: 'C’est réservé aux transporteurs. Inscrivez-vous d’abord comme transporteur.',
  carrierNotApproved: 'Votre compte transporteur n’est pas validé en ce moment.',
  profileIncomplete:
    'Avant d’accepter un transport, ajoutez à votre profil une photo de votre visage et la plaque de votre véhicule. Vos clients voient ainsi qui vient.',
  tooManyAreas: (max: number) =>
    `Vous avez déjà ${max} zones. Supprimez-en une pour en enregistrer une autre.`,
  largerVehicle:
    'Votre compte est suspendu, vous ne pouvez donc pas passer à un véhicule plus grand pour l’instant. Rien n’a été enregistré.',
  threeStrikes:
    'Vous avez trois avertissements en 30 jours, pour des transports auxquels vous avez renoncé ou dont l’enlèvement n’a pas eu lieu.',
  notErasable: (blockers) => `Le compte ne peut pas encore être supprimé. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: () =>
      'Un de vos transports publiés n’est pas terminé : annulez-le, ou attendez qu’il soit livré et payé.',
    deliveries: () =>
      'Un transport que vous avez accepté n’est pas terminé : livrez-le et attendez qu’il soit payé, ou renoncez-y.',
    problems: () => 'Une question sur un de vos transports reste ouverte : attendez qu’elle soit réglée.',
    payments: () => 'Un paiement est encore en cours : réessayez dans quelques minutes.',
    wallet: (cents) =>
      `Il reste ${euros(cents)} dans le porte-monnaie : utilisez-les ou contactez l’assistance pour un remboursement.`,
    earnings: (cents) =>
      `${euros(cents)} de gains n’ont pas été versés : configurez les versements si ce n’est pas fait et attendez le virement, ou contactez l’assistance.`,
  },
}

const addresses: PersonTexts['addresses'] = {
  notLocated: 'Nous n’avons pas pu localiser l’une des adresses, ou les deux.',
  refused: {
    not_found: 'Adresse introuvable. Indiquez la rue, le code postal et le nom complet de la ville.',
    ambiguous:
      'Cette adresse correspond à plusieurs lieux. Ajoutez le code postal, ou la ville et le département.',
    conflict:
      'Cette adresse se contredit : le code postal, la ville, le département ou le pays ne correspondent pas.',
  },
  unknownWords: (words) =>
    `Nous ne connaissons pas « ${words} ». Indiquez le nom complet de la ville, avec son code postal et le pays si elle est à l’étranger, ou la grande ville la plus proche.`,
  unavailable: 'Impossible de chercher des adresses pour l’instant. Rien n’a été enregistré ; réessayez.',
  tooManyLookUps: (minutes) =>
    `Trop de prix et d’adresses ont été demandés. Réessayez dans ${minutes} min, ou connectez-vous pour continuer.`,
  areaNotLocated: 'Nous n’avons pas pu localiser l’adresse de cette zone.',
  tooManyLookUpsSignedIn: (minutes) =>
    `Vous avez demandé trop de prix et d’adresses. Réessayez dans ${minutes} min.`,
  baseNotLocated: 'Nous n’avons pas pu localiser l’adresse de votre base.',
  noTrip: 'Ce trajet n’est pas possible.',
  noRoad: 'Il n’y a pas de route entre le lieu d’enlèvement et cette adresse.',
  tooFar: ({ km, maxKm }) =>
    `Cette adresse est à ${km} km du lieu d’enlèvement ; la distance maximale est de ${maxKm} km.`,
  disclaimer: {
    same_address: 'Ce prix est approximatif ; le prix final peut varier.',
    addresses: 'Ce prix est approximatif, car la distance est une estimation ; le prix final peut varier.',
    postcodes:
      'Ce prix est approximatif, car la distance est mesurée entre codes postaux et non de porte à porte ; le prix final peut varier.',
    town_centres:
      'Ce prix est approximatif, car la distance est mesurée entre centres-villes et non de porte à porte ; le prix final peut varier.',
  },
}

const company: PersonTexts['company'] = {
  links: 'Entreprise et informations légales',
  names: { help: 'Aide', terms: 'Conditions', privacy: 'Confidentialité', imprint: 'Mentions légales' },
  titles: {
    help: 'Aide',
    terms: 'Conditions générales',
    privacy: 'Politique de confidentialité',
    imprint: 'Mentions légales',
  },
  version: (version) => `Version ${version}`,
  runBy: (name) => `Un service de ${name}`,
  facts: { name: 'Entreprise', taxNumber: 'Numéro de TVA', address: 'Adresse', contact: 'Nous contacter' },
  missing: {
    terms: 'L’entreprise qui gère ce service n’a pas encore publié ses conditions ici.',
    privacy: 'L’entreprise qui gère ce service n’a pas encore publié sa politique de confidentialité ici.',
    imprint: 'L’entreprise qui gère ce service n’a pas encore indiqué ici qui elle est.',
  },
  askFirst: 'Posez-nous vos questions avant de payer ou d’accepter un transport :',
  askPartner:
    'Avant de payer ou d’accepter un transport, renseignez-vous auprès de l’entreprise qui vous a envoyé le lien ou proposé de transporter.',
  ownData:
    'Dans l’app, sous « Compte », vous pouvez télécharger ce qui est conservé sur vous, ou supprimer votre compte.',
  help: {
    contactLead: 'Vous pouvez nous joindre ici :',
    noContact:
      'Ce service n’a pas encore de contact commun. Si vous avez reçu un SMS avec un lien, adressez-vous à l’entreprise qui y est indiquée : c’est elle qui a préparé la livraison. Si vous êtes transporteur, adressez-vous à la personne qui vous a proposé de transporter.',
    questions: [
      {
        ask: 'J’ai reçu un SMS avec un lien. Qu’est-ce que c’est ?',
        answer:
          'L’entreprise indiquée dans le SMS a préparé pour vous une livraison ou un déménagement. Ouvrez le lien et connectez-vous avec un code que nous envoyons à votre numéro. Vous voyez le transport et son prix, et ne payez rien tant que vous ne l’avez pas décidé.',
      },
      {
        ask: 'Il y a un problème avec ma livraison',
        answer:
          'Ouvrez le transport dans l’app et choisissez « Signaler un problème ». Vous pouvez ajouter des photos, et la réponse s’affiche au même endroit.',
      },
      {
        ask: 'Je veux annuler',
        answer: 'Ouvrez le transport dans l’app. Avant de confirmer, vous voyez s’il y a des frais.',
      },
      {
        ask: 'Je suis transporteur',
        answer:
          'Vos transports, vos documents et vos gains sont dans l’espace transporteur de l’app. Un transport accepté affiche le numéro de téléphone de son client.',
      },
    ],
    customers: 'Mes transports',
    carriers: 'Pour les transporteurs',
  },
}

const documents: PersonTexts['documents'] = {
  kinds: { licence: 'permis de conduire', insurance: 'assurance', other: 'autre document' },
  expiryMissing: 'Indiquez le dernier jour de validité.',
  expiryUnknown: 'Ce jour n’existe pas.',
  expiryPast: 'Ce jour est déjà passé.',
  accepted: 'Ce document est accepté. Pour le changer, envoyez-en un nouveau.',
  tooMany: 'Vous avez envoyé beaucoup de documents. Continuez demain.',
  tooManyPhotos: 'Vous avez envoyé beaucoup de photos. Continuez dans une heure.',
  photoNotShown: 'Cette photo n’est plus affichée.',
  notAsked: (days) =>
    `Il n’expire pas dans les 30 jours, le transporteur a été sollicité ces ${days} derniers jours ou en a envoyé un autre, ou ni notification ni SMS ne lui parvient.`,
  notWaiting: {
    waiting: 'Ce document attend une décision.',
    accepted: 'Ce document est déjà accepté.',
    expired: 'Ce document a été accepté et a expiré depuis.',
    refused: 'Ce document est déjà refusé.',
    replaced: 'Le transporteur a envoyé un document plus récent.',
  },
  missing: (kinds) =>
    `Le transporteur ne peut pas encore être validé. Aucun document accepté et valable : ${kinds.join(', ')}.`,
}

const fields: PersonTexts['fields'] = {
  required: 'est obligatoire',
  commonPassword: 'est l’un des premiers que l’on essaie ; prenez plusieurs mots sans rapport entre eux',
  ownWords:
    'n’est guère plus que votre nom, votre entreprise ou ce service ; prenez des mots que personne n’associerait à vous',
  empty: 'ne peut pas être vide',
  short: (length) => `doit avoir au moins ${length} caractères`,
  long: (length) => `doit avoir au plus ${length} caractères`,
  low: (limit) => `doit être d’au moins ${limit}`,
  high: (limit) => `doit être d’au plus ${limit}`,
  many: (count) => `doit avoir au plus ${counted(count, 'élément')}`,
  oneOf: (values) => `doit être une de ces valeurs : ${values.join(', ')}`,
  wrongForm: 'n’a pas le bon format',
  notAnInstant: 'doit être une date et une heure comme 2030-01-31T10:00:00Z',
  past: 'doit être dans le futur',
  controls: 'ne peut pas contenir de caractères de contrôle ni d’Unicode incomplet',
  nothing: 'doit avoir un caractère visible',
  unseen: 'doit être un texte visible, sans caractères invisibles ni endommagés',
  invalid: 'n’est pas valide',
  type: (names) => `doit être ${names.join(' ou ')}`,
  types: {
    string: 'un texte',
    number: 'un nombre',
    integer: 'un nombre entier',
    boolean: 'true ou false',
    object: 'un objet JSON',
    array: 'une liste',
  },
  phone: 'doit être un numéro de téléphone au format E.164 avec l’indicatif du pays, comme +33612345678',
  phoneNationalPrefix:
    'a, après l’indicatif du pays, un chiffre qui ne se compose qu’à l’intérieur du pays : supprimez-le, comme le 0 de +44 0…',
  phoneMexico:
    'a un 1 après +52, que les numéros mexicains n’ont plus : supprimez-le, comme dans +525512345678',
  phoneArgentina:
    'doit avoir la forme d’un mobile en Argentine : +54 9, l’indicatif régional sans 0, le numéro sans 15, comme +5491123456789',
  phoneCostly:
    'est un numéro surtaxé, à coût partagé, gratuit, personnel, de messagerie ou satellite, auquel ce service n’envoie pas de SMS',
  phoneNotServed: 'est un numéro d’un pays où ce service n’envoie pas de SMS',
  landline: 'est un téléphone fixe, qui ne peut pas recevoir de SMS',
  landlineArgentina:
    'est un téléphone fixe, qui ne peut pas recevoir de SMS ; un mobile en Argentine a un 9 après +54, comme +5491123456789',
  photoUrl:
    'doit être une URL publique http ou https de 2048 caractères au plus, sans identifiants, sur le port 80 ou 443',
  companyName: 'doit être une ligne de 1 à 60 caractères de texte simple, sans lien',
  pushEndpoint: 'doit être l’adresse https d’un service de notifications public',
  timeZone: 'doit être un fuseau horaire comme Europe/Paris',
  onePlace: 'ne peut pas être envoyé avec un autre lieu',
  areaPlace: 'est nécessaire pour une nouvelle zone, ou `point`',
  wayFrom: 'nécessite `near` ou `area_id`',
  nextPage: 'doit être le `next` d’une page',
  unusableUpload: 'n’a pas été envoyée par vous dans les dernières 24 heures, ou sert déjà',
  picture: 'doit être une photo : JPEG de 50 mégapixels au plus, PNG, WebP ou GIF de 20, ou AVIF de 16',
  photoOrPosition: 'est nécessaire, ou votre position',
  callFirst: 'appelez d’abord le client',
  impossiblePosition: 'ne peut pas être exacte après la précédente, ou pour ce trajet',
  arrival: 'est nécessaire, après votre acceptation du transport',
  dayAhead: (days) => `doit être un jour entre aujourd’hui et dans ${counted(days, 'jour')}`,
  partOver: 'est passé, ou presque',
  windowLength: 'doit être entre 30 minutes et 12 heures après le début',
  noSuchHour: 'n’existe pas ce jour-là, car l’heure est avancée',
  farFromPickup: (km) => `doit être à ${km} km au plus du lieu d’enlèvement`,
  windowOver: 'doit être dans une heure au moins',
  proofPhoto: 'est nécessaire pour ce transport',
  deliveryCodeMissing: 'est nécessaire, ou une photo sans code',
  deliveryCodeWrong: 'n’est pas le code de ce client',
  photoInsteadOfCode: 'est nécessaire à la place du code',
  plate:
    'doit être une plaque : lettres et chiffres, au moins deux, avec un seul espace ou tiret à la fois entre eux',
  notGiven: 'manque dans votre profil',
  quickDelivery: 'est nécessaire pour une livraison aussi rapide',
}

const kinds: Record<InvoiceKind, string> = {
  receipt: 'Reçu',
  top_up: 'Reçu de recharge',
  credit_note: 'Avoir',
  debit_note: 'Note de débit',
  statement: 'Relevé mensuel',
  self_billing: 'Facture',
}

const items: Record<InvoiceItem, string> = {
  delivery: 'Livraison',
  fee: 'Frais de service',
  cancellation_fee: "Frais d'annulation",
  tip: 'Pourboire',
  top_up: 'Argent dans votre porte-monnaie',
  refund: 'Remboursement',
  correction: 'Rectification',
}

const events: Record<InvoiceEventKind, string> = {
  hold: 'Réservé',
  charge: 'Débité',
  release: 'Réservation libérée',
  refund: 'Remboursé',
  returned: 'Remboursement renvoyé par la banque',
}

/** Lines of a carrier's month. */
const earned: Record<InvoiceItem, string> = {
  ...items,
  delivery: 'Livraisons',
  cancellation_fee: "Indemnités d'annulation",
  tip: 'Pourboires',
  refund: 'Votre part de remboursements',
  correction: 'Rectifications',
}

const movements: Record<StatementLineKind, string> = {
  delivery: 'Livraison',
  cancellation: 'Indemnité',
  tip: 'Pourboire',
  refund: "Votre part d'un remboursement",
  payout: 'Versement',
  correction: 'Rectification',
}

const missing: Record<StatementGap, string> = {
  tax_data:
    'Vos données fiscales manquent. Ajoutez-les à votre compte : elles figureront sur le prochain relevé.',
  agreement:
    "Ce n'est pas une facture, car vous ne nous avez pas autorisés à établir vos factures. Vous pouvez le faire dans votre compte.",
}

const simplified: Record<SimplifiedKind, string> = {
  receipt: 'Facture simplifiée',
  credit_note: kinds.credit_note,
  debit_note: kinds.debit_note,
}

const invoices: PersonTexts['invoices'] = {
  kinds,
  simplified,
  items,
  events,
  euros,
  instant: dates.instant,
  shortInstant: dates.shortInstant,
  test: "Ceci est un test : aucun argent réel n'a circulé.",
  issued: (instant) => `Émis le ${instant}`,
  corrects: (number) => `Concerne ${number}`,
  seller: 'Vendeur',
  // Companies and private carriers: not all of them have a VAT number.
  taxNumber: (number) => `N° fiscal ou de TVA : ${number}`,
  customer: 'Client',
  job: (from, to, reference) => capitalised(`${fromPlace(from)} ${toPlace(to)}, référence ${reference}`),
  net: 'HT',
  vat: 'TVA',
  vatAt: (percent) => `TVA ${percent} %`,
  gross: 'Montant',
  total: 'Total',
  byCarrier: (item) => `${item} (vendu par le transporteur)`,
  carriersTax:
    "Le transporteur déclare lui-même la taxe sur ce qu'il vend, et c'est lui qui vous en indique le montant.",
  payment: 'Paiement',
  decimalSeparator: ',',
  unknown: 'Ce reçu n’existe pas.',
  statement: {
    earned,
    movements,
    missing,
    month: dates.month,
    carrier: 'Transporteur',
    issuer: 'Émis par',
    supplier: 'Fournisseur',
    writer: 'Client',
    selfBilling: 'Autofacturation : le client établit cette facture au nom et pour le compte du fournisseur.',
    correction:
      'Rectification : les remboursements de ce mois réduisent ce qui figure sur des factures antérieures.',
    opening: 'Dû avant',
    closing: 'Dû après',
    account: 'Mouvements',
    job: (from, to, reference) => capitalised(`${fromPlace(from)} ${toPlace(to)}, ${reference}`),
  },
}

function capitalised(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase())
}

const jobs: PersonTexts['jobs'] = {
  callDirect: 'Appelez-vous directement : le numéro est sur la page du transport.',
  callOver: 'Le délai pour vous appeler est terminé.',
  callFailed:
    'Impossible d’établir un appel pour l’instant. Réessayez dans une minute, ou écrivez plutôt un message.',
  unknown: 'Ce transport n’existe pas ; il a peut-être expiré.',
  is: {
    draft: 'Ce transport n’est pas encore publié.',
    posted: 'Ce transport est publié, et aucun transporteur ne l’a encore accepté.',
    accepted: 'Un transporteur a accepté ce transport et est en route.',
    collected: 'L’enlèvement de ce transport est déjà fait.',
    delivered: 'Ce transport a été livré ; le paiement est en cours.',
    completed: 'Ce transport est terminé.',
  },
  cancelledBy: {
    customer: 'Le client a annulé ce transport.',
    carrier: 'Le transporteur a renoncé à ce transport.',
    staff: 'Notre équipe a annulé ce transport.',
    system: 'Ce transport a été annulé, car le montant n’a pas pu être réservé.',
  },
  taken: 'Un autre transporteur a été plus rapide ; ce transport est pris.',
  tooManyOpen: (count) =>
    `Vous avez ${counted(count, 'transport')} à livrer, le maximum en même temps. Terminez-en un, et vous pourrez accepter celui-ci.`,
  cancelCostChanged: 'Les frais d’annulation viennent de changer. Vérifiez-les avant d’annuler.',
  suspendedCannotDrop:
    'Votre compte est suspendu, vous ne pouvez donc pas renoncer vous-même à des transports. Si vous ne pouvez pas faire celui-ci, contactez l’assistance.',
  tooQuick:
    'C’était plus rapide que d’habitude pour ce trajet. Ajoutez une photo de la livraison et dites-nous pourquoi, et nous l’enregistrerons.',
  nothingToConfirm: 'Cette livraison n’a pas besoin d’être confirmée.',
  ratedAlready: 'Vous avez déjà donné une note à ce transport.',
  problemTooLate:
    'La livraison date de plus de deux jours, vous ne pouvez donc plus signaler de problème ici. Contactez l’assistance.',
  arrivedLate:
    'Ce transport était terminé, ou confié à un autre transporteur, avant que ceci arrive. Notre équipe est prévenue et vous contactera. Si vous avez la marchandise, gardez-la en lieu sûr et écrivez-nous.',
  problemTooOften: 'Vous avez déjà fait trois signalements pour ce transport. Notre équipe s’en occupe.',
  problemIdTaken: 'Ce signalement a déjà servi à autre chose. Écrivez-le de nouveau.',
  noProblemLeft: 'Il ne reste aucun signalement à trancher pour ce transport.',
  onlyInDoubt:
    'Il ne reste aucun signalement à trancher. Seule la livraison est en doute : confirmez-la pour régler la question.',
  tripEvidence: 'Il manque quelque chose à ce signalement. Ajoutez-le et envoyez-le de nouveau.',
  waitLonger: (minutes) =>
    `Attendez ${counted(minutes, 'minute')} à la porte et appelez avant de signaler que le client n’est pas là.`,
  tripReported:
    'Vous l’avez déjà signalé, ou notre équipe a décidé. Si vous avez besoin d’aide, contactez l’assistance.',
  answeredAlready: 'Vous avez déjà répondu, ou notre équipe a décidé.',
  tripEnded: 'Le transporteur a signalé que l’enlèvement n’a pas pu se faire, et le transport est terminé.',
  tripWithdrawn: 'Ce signalement du transporteur ne compte plus, il n’y a pas à y répondre.',
  tripWaits: (by, timeZone) =>
    `Le transporteur a signalé que l’enlèvement n’a pas pu se faire et vous n’êtes pas d’accord. Notre équipe décide au plus tard le ${dates.dayTime(by, timeZone)}.`,
  tripFar:
    'Vous êtes trop loin du lieu d’enlèvement pour signaler cela. Faites-le sur place, ou renoncez au transport.',
  answerTripFirst:
    'Votre transporteur a signalé que l’enlèvement n’a pas pu se faire. Répondez-y d’abord ; vous le voyez dans votre transport.',
  timeImpossible: 'Ce créneau n’est pas possible. Choisissez-en un autre.',
  timeChanged: 'L’autre personne a proposé ou accepté un créneau entre-temps. Vérifiez de nouveau.',
  timeIdTaken: 'Cette proposition a déjà servi à autre chose. Proposez de nouveau le créneau.',
  timeOver: 'Ce créneau est passé, ou presque. Proposez-en un autre.',
  noProposalLeft:
    'Vous avez déjà proposé trois créneaux. Acceptez une proposition, attendez-en une ou appelez l’autre personne.',
  impossiblePosition: 'Cette position ne peut pas être exacte.',
  windowNotBegun:
    'Le créneau convenu n’a pas encore commencé. Vous pouvez aussi proposer un autre créneau ou appeler.',
  talkEnded: 'Cette conversation est terminée, vous ne pouvez plus y écrire.',
  threadClosed:
    'Cette conversation avec notre équipe est fermée. Si vous avez besoin d’aide, contactez l’assistance.',
  unknownMessage: 'Ce message ne fait pas partie de cette conversation.',
  ownMessage: 'Vous ne pouvez signaler que ce que l’autre personne a écrit.',
  messageReports: {
    rude: 'Je signale un message : il est grossier ou menaçant.',
    outside_payment: 'Je signale un message : il demande de payer en dehors de l’app.',
    other: 'Je signale un message : il pose un autre problème.',
  },
  messageIdTaken: 'Ce message a déjà servi à autre chose. Écrivez-le de nouveau.',
  tooManyMessages: 'Vous avez envoyé beaucoup de messages en peu de temps. Attendez un peu.',
  tooManyInJob: 'Ce transport a déjà un très grand nombre de messages. Appelez ou contactez l’assistance.',
  noTripReport: 'Aucun signalement du transporteur ne peut être tranché ainsi.',
  reportsChanged:
    'Les signalements de cette commande ont changé entre-temps. Regardez-les à nouveau, puis décidez.',
  pins: {
    partners:
      'Les adresses ont été fixées par l’entreprise qui a envoyé ce transport. Expliquez dans les indications comment trouver la porte.',
    changed: 'Les lieux viennent de changer. Vérifiez-les de nouveau.',
    tooFar: (km) =>
      `C’est trop loin de l’adresse : ${String(km).replace('.', ',')} km au plus. Pour un autre lieu, créez le transport avec son adresse.`,
  },
  idTaken: 'Un autre transport a déjà été créé avec cet identifiant. Recommencez.',
  tooManyDrafts:
    'Vous avez beaucoup de transports qui ne sont pas encore payés. Payez-en un, ou continuez quand ils auront expiré.',
  goesOn:
    'Nous proposons déjà ce transport à d’autres transporteurs, avec le même paiement. Vous le trouvez parmi vos transports.',
  dataDeleted:
    'Les données de ce transport ont été supprimées, car il est terminé depuis longtemps. Créez-en un nouveau.',
  proofMissing: 'Une photo est nécessaire ici. Prenez-en une et recommencez l’envoi.',
  deliveryCodeMissing:
    'Le client a un code pour cette livraison. Saisissez-le, ou prenez une photo et envoyez-la sans code.',
  deliveryCodeWrong: (left: number) =>
    `Ce n’est pas le code de ce client. Vous pouvez essayer encore ${left} fois, ou envoyer une photo sans code.`,
  noCodeTriesLeft:
    'Trop d’essais incorrects. Prenez une photo et envoyez-la sans code, ou appelez le client.',
  photoUnusable: 'L’une des photos ne peut pas être utilisée. Ajoutez-la de nouveau.',
  photoTooSlow: 'La photo n’est pas arrivée : la connexion est trop lente pour le moment. Réessayez.',
  photoTooLarge: 'Cette photo est trop lourde. Utilisez-en une de 8 Mo au plus.',
  notAPhoto: 'Ce n’est pas une photo. Utilisez JPEG, PNG, WebP, AVIF ou GIF.',
  otherFormat: (found) =>
    `Un fichier au format ${found} ne peut pas servir de photo. Utilisez JPEG, PNG, WebP, AVIF ou GIF.`,
  noPicture: 'Ce fichier ne peut pas servir de photo. Utilisez JPEG, PNG, WebP, AVIF ou GIF.',
  tooManyUploads: 'Trop de photos sont envoyées à la fois. Envoyez-les l’une après l’autre.',
  tooManyPhotos: 'Vous avez envoyé beaucoup de photos qu’aucun transport n’utilise. Continuez demain.',
}

const invoiceMails: Record<InvoiceKind, (cents: number) => string> = {
  receipt: (cents) => `Nous avons débité ${euros(cents)}. Le reçu est joint en PDF.`,
  top_up: (cents) => `Vous avez ajouté ${euros(cents)} à votre porte-monnaie. Le reçu est joint en PDF.`,
  credit_note: (cents) => `Nous vous remboursons ${euros(cents)}. L’avoir est joint en PDF.`,
  debit_note: (cents) =>
    `Votre banque a renvoyé un remboursement de ${euros(cents)}. La note de débit est jointe en PDF.`,
  statement: (cents) => `Votre relevé mensuel est joint en PDF. Il s’élève à ${euros(cents)}.`,
  self_billing: (cents) => `Votre facture du mois est jointe en PDF. Elle s’élève à ${euros(cents)}.`,
}

const simplifiedMails: Record<SimplifiedKind, (cents: number) => string> = {
  receipt: (cents) => `Nous avons débité ${euros(cents)}. La facture simplifiée est jointe en PDF.`,
  credit_note: invoiceMails.credit_note,
  debit_note: invoiceMails.debit_note,
}

const mails: PersonTexts['mails'] = {
  confirmation: {
    subject: 'Confirmez votre adresse e-mail',
    body: (service) =>
      `Saisissez ce code dans votre compte ${service} pour recevoir vos reçus et notifications à cette adresse. Il est valable une heure.`,
    reason:
      'Quelqu’un a saisi cette adresse dans un compte. Si ce n’était pas vous, ne faites rien : vous ne recevrez plus d’e-mails.',
  },
  invoice: invoiceMails,
  simplified: simplifiedMails,
  trial: {
    subject: (service) => `E-mail de test de ${service}`,
    body: 'Cette installation peut envoyer des e-mails à cette adresse.',
    reason: 'Vous recevez cet e-mail parce que l’exploitant a envoyé un test à cette adresse.',
  },
  test: 'Aucun argent réel n’a circulé.',
  openJob: 'Ouvrir le transport',
  openApp: 'Ouvrir l’app',
  reason: (service) => `Vous recevez cet e-mail parce que c’est l’adresse de votre compte ${service}.`,
  off: 'Ne plus recevoir d’e-mails qui ne concernent pas l’argent',
  offPage: {
    title: 'E-mails',
    lead: 'Vous ne recevrez plus d’e-mails qui ne concernent pas l’argent. Les reçus, les remboursements et les problèmes de paiement arrivent toujours par e-mail.',
    act: 'Les désactiver',
    doneTitle: 'Désactivés',
    done: 'Vous ne recevrez plus d’e-mails qui ne concernent pas l’argent. Vous pouvez changer d’avis dans votre compte.',
    account: 'Mon compte',
  },
}

/** Where there is a choice, words without ê, ç, ô, î, û, â: one of these letters makes an SMS twice as dear. */
const notices: PersonTexts['notices'] = {
  job_posted: ({ what }) => ({
    title: 'Votre transport est publié',
    body: `${what}. Les transporteurs à proximité le voient maintenant.`,
  }),
  job_accepted: ({ what, who, code }) => ({
    title: 'Un transporteur a accepté',
    body: `${who || 'Votre transporteur'} s'en charge : ${what}.${codeOf(code)}`,
  }),
  collection_due: ({ what, hoursLeft }) => ({
    title: `Enlèvement à faire sous ${counted(hoursLeft, 'heure')}`,
    body: `${what}. Ensuite, le client peut annuler gratuitement, et c'est un avertissement.`,
  }),
  collection_overdue: ({ what }) => ({
    title: 'Votre transporteur est en retard',
    body: `${what} : pas d'enlèvement à temps. Annulez gratuitement ou appelez le transporteur.`,
  }),
  time_proposed: ({ what, window }) => ({
    title: window ? `Créneau proposé : ${windowText(window)}` : 'Un créneau est proposé',
    body: `${what}. Ouvrez pour accepter ou en proposer un autre.`,
  }),
  time_agreed: ({ what, window }) => ({
    title: window ? `Créneau convenu : ${windowText(window)}` : 'Un créneau est convenu',
    body: `Enlèvement : ${what}.`,
  }),
  time_moved: ({ what, window }) => ({
    title: window ? `Nouveau créneau : ${windowText(window)}` : 'Le créneau a changé',
    body: `Vous l'avez déplacé d'un commun accord : ${what}.`,
  }),
  time_in_a_day: ({ what, window }) => ({
    title: window ? `Enlèvement ${windowText(window)}` : 'Enlèvement dans un jour',
    body: `${what}. Si cela ne convient plus, proposez à temps un autre créneau.`,
  }),
  time_in_an_hour: ({ what, window }) => ({
    title: window ? `Dans une heure : ${windowText(window)}` : 'Enlèvement dans une heure',
    body: `${what}. Soyez sur place, avec votre téléphone.`,
  }),
  message_received: ({ what }) => ({
    title: 'Nouveau message',
    body: `${what}. Ouvrez pour lire et répondre.`,
  }),
  messages_unread: ({ what }) => ({
    title: 'Vous avez des messages non lus',
    body: `${what}. Ouvrez pour lire et répondre.`,
  }),
  staff_answered: ({ what }) => ({
    title: 'Notre équipe vous a répondu',
    body: `${what}. Ouvrez pour lire la réponse.`,
  }),
  job_collected: ({ what, code }) => ({
    title: 'Enlèvement fait',
    body: `${what} est en route.${codeOf(code)}`,
  }),
  carrier_arriving: ({ what, who }) => ({
    title: `${who || 'Votre transporteur'} arrive dans environ 10 minutes`,
    body: `${what}. Soyez sur place pour la livraison.`,
  }),
  job_moved_away: ({ what, route }) => ({
    title: 'Un autre transporteur fait ce transport',
    body: `Notre équipe l'a confié à un autre : ${what}, ${route}. Cela ne compte pas contre vous.`,
  }),
  job_moved_to_you: ({ what, route }) => ({
    title: 'Vous avez un nouveau transport',
    body: `Notre équipe vous l'a confié : ${what}, ${route}. Ouvrez pour voir les adresses.`,
  }),
  carrier_changed: ({ what, who, code }) => ({
    title: 'Vous avez un autre transporteur',
    body: `${who || 'Un autre transporteur'} s'en charge maintenant : ${what}.${codeOf(code)}`,
  }),
  job_completed: ({ what }) => ({
    title: 'Livré et payé',
    body: `${what}. Tout est fait ; vous pouvez laisser une note.`,
  }),
  job_charged: ({ what, chargedCents }) => ({
    title: `Livré, ${euros(chargedCents)} débités`,
    body: `${what}. Un problème ? Signalez-le sous deux jours.`,
  }),
  job_cancelled_uncollected: ({ what }) => ({
    title: 'Le client a annulé',
    body: `${what} : sans enlèvement, cela compte comme un avertissement. Une erreur ? Écrivez-nous.`,
  }),
  job_cancelled_by_customer: ({ what, route }) => ({
    title: 'Le client a annulé',
    body: `${what}, ${route}.`,
  }),
  job_cancelled_by_carrier: ({ what }) => ({
    title: 'Votre transporteur a annulé',
    body: `${what}. Tout vous est remboursé, et vous pouvez recommencer d'un geste.`,
  }),
  job_offered_again: ({ what }) => ({
    title: 'Votre transporteur ne peut pas venir',
    body: `${what}. Nous le proposons à d'autres, vous n'avez rien à faire. Vous pouvez annuler gratuitement.`,
  }),
  job_cancelled_by_staff: ({ what }) => ({
    title: 'Le transport a été annulé',
    body: `Notre équipe l'a annulé : ${what}.`,
  }),
  job_cancelled_by_system: ({ what }) => ({
    title: 'Le transport a été annulé',
    body: `${what}. Ouvrez pour voir pourquoi.`,
  }),
  hold_not_renewed: ({ what }) => ({
    title: 'Votre paiement est à revoir',
    body: `Impossible de réserver de nouveau le montant pour ${what}. Payez sous 24 heures pour qu'il reste publié.`,
  }),
  payment_wanted: ({ what }) => ({
    title: 'Votre transport attend votre paiement',
    body: `${what}. Payez-le pour que les transporteurs le voient.`,
  }),
  address_wanted: ({ what }) => ({
    title: 'Il nous faut une adresse plus précise',
    body: `${what}. Ajoutez rue, numéro et ville aux indications de votre transport.`,
  }),
  delivery_to_confirm: ({ what }) => ({
    title: 'Tout est bien arrivé ?',
    body: `${what}. Le transporteur indique que c'est livré, plus vite que d'habitude pour ce trajet. Confirmez ou signalez un problème.`,
  }),
  problem_reported: ({ what }) => ({
    title: 'Le client nous a signalé un problème',
    body: `${what}. Notre équipe s'en occupe. Si votre paiement n'est pas encore fait, il attend d'ici là.`,
  }),
  problem_resolved: ({ what }) => ({
    title: 'Notre équipe a examiné le problème',
    body: `${what}. Ouvrez le transport pour voir la suite.`,
  }),
  trip_reported: ({ what, who }) => ({
    title: `${who || 'Votre transporteur'} n'a pas pu faire l'enlèvement`,
    body: `${what}. Répondez sous 24 heures, sinon le transport prend fin et les frais vus avant de payer peuvent s'appliquer.`,
  }),
  trip_answered: ({ what }) => ({
    title: 'Le client conteste votre signalement',
    body: `${what}. Notre équipe décide sous trois jours. L'enlèvement reste possible.`,
  }),
  trip_ended: ({ what }) => ({
    title: 'Le transport a pris fin sans trajet',
    body: `${what} : l'enlèvement n'a pas pu se faire. Ouvrez pour voir ce qui est payé.`,
  }),
  payment_refused: ({ what }) => ({
    title: 'Votre paiement a été refusé',
    body: `${what}. Choisissez un autre moyen de paiement.`,
  }),
  cost_shared: ({ what, movedCents }) => ({
    title: movedCents
      ? `${euros(movedCents)} de moins pour vous`
      : "Vous prenez en charge une part d'un remboursement",
    body: `${what}. Notre équipe a remboursé le client. Cette part est déduite de votre prochain versement.`,
  }),
  tip_received: ({ what, movedCents }) => ({
    title: movedCents ? `Un pourboire pour vous : ${euros(movedCents)}` : 'Un pourboire pour vous',
    body: `${what}. Il est entièrement pour vous.`,
  }),
  job_refunded: ({ what, movedCents }) => ({
    title: movedCents ? `${euros(movedCents)} vous sont remboursés` : 'Vous recevez un remboursement',
    body: `${what}. Ouvrez pour voir le montant et la date.`,
  }),
  job_nearby: ({ what, route, from, earnsCents }) => ({
    title: `Nouveau transport${from && ` ${toPlace(from)}`} : ${euros(earnsCents)}`,
    body: `${what}. ${route}`,
  }),
  carrier_approved: () => ({
    title: 'Votre compte est validé',
    body: 'Des transports vous attendent à proximité.',
  }),
  carrier_rejected: () => ({
    title: "Votre compte n'est pas encore validé",
    body: 'Ouvrez votre profil pour voir pourquoi et quoi changer.',
  }),
  carrier_suspended: () => ({
    title: 'Votre compte transporteur est suspendu',
    body: 'Ouvrez votre profil pour voir pourquoi. Vous gardez les transports acceptés.',
  }),
  document_accepted: () => ({
    title: 'Votre document est accepté',
    body: "Ouvrez votre profil pour voir jusqu'à quand il est valable.",
  }),
  document_refused: () => ({
    title: "Nous n'avons pas pu accepter votre document",
    body: 'Ouvrez votre profil pour voir pourquoi et envoyez-en un autre.',
  }),
  photo_removed: () => ({
    title: 'Nous avons retiré une de vos photos',
    body: 'Ouvrez votre profil pour voir pourquoi et prenez-en une autre.',
  }),
  document_expires: () => ({
    title: 'Un de vos documents va expirer',
    body: 'Ouvrez votre profil et envoyez le nouveau à temps.',
  }),
}

const pages: PersonTexts['pages'] = {
  language: 'Langue',
  languageName: 'Français',
  skip: 'Aller au contenu',
  draft: {
    title: 'Votre livraison est presque prête',
    lead: 'Ouvrez-la dans l’app pour voir les détails et le prix, et confirmer.',
    open: 'Ouvrir dans l’app',
    notOpened: 'Rien ne s’est passé ? L’app n’est peut-être pas sur ce téléphone.',
    onComputer: 'Sur un ordinateur ? Ouvrez plutôt le lien du SMS sur votre téléphone.',
    onlyYou:
      'Personne d’autre ne peut la voir : la connexion se fait avec un code envoyé au numéro qui a reçu le SMS.',
    next: 'Et ensuite ?',
    steps: [
      { name: 'Vérifiez', what: 'Contrôlez les adresses, la taille, les photos et le prix total.' },
      {
        name: 'Payez',
        what: 'Le montant est seulement réservé. Il est débité une fois la livraison faite.',
      },
      {
        name: 'Publiez',
        what: 'Les transporteurs à proximité voient votre transport et l’un d’eux l’accepte.',
      },
    ],
    waits: (life) =>
      `Le brouillon reste disponible ${durationText(life)} à partir du SMS. Passé ce délai, il est supprimé et vous ne payez rien ; demandez un nouveau lien à l’entreprise qui l’a envoyé.`,
    noApp: 'Pas encore l’app ?',
    getApp: 'Installez-la, puis touchez de nouveau le lien du SMS.',
    browse: 'Ou continuer dans le navigateur',
    appStore: 'Pour iPhone',
    playStore: 'Pour Android',
    noScript:
      'Les scripts sont désactivés dans ce navigateur, le bouton ne peut donc pas ouvrir l’app. Si l’app est installée, le lien du SMS l’ouvre directement.',
    neverShare:
      'Ne communiquez jamais votre code. Personne ne vous appellera ni ne vous écrira pour vous le demander.',
  },
  home: {
    title: 'Livraisons et déménagements, par des transporteurs près de chez vous',
    lead: 'Vous voyez le prix avant de décider et payez après la livraison. Une annulation tardive peut entraîner des frais.',
    price: {
      act: 'Voir le prix',
      note: 'Une taille et deux adresses suffisent. Pas besoin de compte.',
    },
    how: {
      title: 'Comment ça marche',
      steps: [
        {
          name: 'Vous voyez le prix',
          what: 'Il dépend de la taille, de la distance et des étages sans ascenseur. Rien ne s’ajoute ensuite.',
        },
        {
          name: 'Le montant est réservé, pas débité',
          what: 'Vous confirmez avec un code reçu par SMS et publiez le transport. Les transporteurs à proximité le voient.',
        },
        {
          name: 'Un transporteur vient',
          what: 'Vous convenez d’un créneau, voyez le nom et le véhicule, et pouvez joindre le transporteur.',
        },
        {
          name: 'Vous payez après la livraison',
          what: 'Le montant est alors débité, et vous recevez un reçu.',
        },
      ],
    },
    wrong: {
      title: 'En cas de problème',
      points: [
        'Tant qu’aucun transporteur n’a accepté, et cinq minutes de plus, l’annulation ne coûte rien. Ensuite, il y a des frais, que vous voyez avant de payer et de nouveau avant d’annuler.',
        'Si le transporteur ne vient pas à temps, vous annulez gratuitement.',
        'Si un transporteur renonce au transport, il passe au suivant sans que vous payiez de nouveau.',
        'Si quelque chose est abîmé ou manque, signalez-le dans l’app avec des photos. Notre équipe examine la situation.',
      ],
    },
    who: {
      title: 'Qui gère ce service',
      ask: 'Vous pouvez nous joindre ici :',
      askHelp: 'Une question ?',
      help: 'Aide',
    },
    customers: {
      name: 'Vous avez reçu un SMS avec un lien ?',
      what: 'Touchez le lien du SMS, ou connectez-vous ici avec le même numéro. Vous pouvez aussi créer un transport vous-même.',
    },
    carriers: {
      name: 'Vous avez un utilitaire ou une voiture ?',
      what: 'Transportez avec nous : trouvez des transports près de chez vous, avec un paiement après chaque livraison.',
    },
    help: { name: 'Une question ?', what: 'Des réponses, et comment nous joindre.' },
    developers: 'Pour les développeurs :',
    guide: 'guide des partenaires (en anglais)',
    reference: 'référence de l’API (en anglais)',
    health: 'état du service',
  },
  notFound: {
    title: 'Il n’y a rien ici',
    lead: 'L’adresse est peut-être mal saisie ou incomplète. Si vous l’avez reçue par SMS, touchez de nouveau le lien du SMS.',
    home: 'Aller à l’accueil',
  },
  app: {
    customer: 'Dray',
    carrier: 'Dray Carrier',
    description: 'Livraisons et déménagements : voyez le prix, payez à l’arrivée.',
    noScript:
      'Cette page a besoin de scripts, désactivés dans ce navigateur. Activez-les et rechargez la page.',
  },
  admin: { title: 'Administration Dray' },
  partner: { title: 'Dray pour les partenaires' },
}

const payments: PersonTexts['payments'] = {
  nothingToPay: 'Il n’y a rien à payer pour ce transport maintenant.',
  priceChanged: 'Le prix a changé depuis que vous l’avez vu. Vérifiez-le avant de payer.',
  pending: 'Un autre paiement pour ce transport est en cours. Attendez un instant et réessayez.',
  stillProcessing: 'Le paiement est encore en cours. Réessayez dans un instant.',
  noCard: 'Choisissez une carte, ou enregistrez-en d’abord une.',
  noWalletForTests: 'Un transport de test se paie avec une carte de test, pas avec le porte-monnaie.',
  walletTooLow: 'Le solde du porte-monnaie est insuffisant. Rechargez-le ou payez par carte.',
  idTaken: 'Ce paiement a déjà servi à autre chose. Réessayez.',
  captureRunning: 'Le paiement est déjà en cours de débit, ce transport ne peut donc plus être annulé.',
  cardInUse:
    'Un paiement a encore besoin de cette carte. Vous pourrez la retirer une fois le transport terminé.',
  tooManySetups: (wait) =>
    `Vous avez essayé d’ajouter beaucoup de cartes ces dernières 24 heures. Pour la sécurité des cartes, il faut attendre : vous pourrez ajouter la suivante dans ${durationText(wait)}. Une carte déjà enregistrée fonctionne toujours.`,
  tooManyRefusals: (wait) =>
    `Beaucoup de paiements par carte n’ont pas abouti ces dernières 24 heures. Pour la sécurité des cartes, il faut attendre : vous pourrez réessayer dans ${durationText(wait)}.`,
  noTip:
    'Un pourboire est possible pendant une semaine après la livraison, tant que le transporteur peut être payé.',
  tipTooMuch: 'C’est plus que ce qui peut encore être donné pour ce transport.',
  partAboveRefund: 'Le transporteur ne peut pas prendre en charge plus que le remboursement entier.',
  partAboveShare:
    'Le transporteur ne peut pas prendre en charge plus que ce qu’il a reçu de ce paiement, ou n’a plus de compte.',
  nothingOwed: 'Rien n’est dû pour ce transport.',
  blocked:
    'L’argent de ce transport est bloqué par une livraison anticipée, un problème signalé ou un litige. Tranchez d’abord cette question.',
  inProgress: 'Un paiement pour ce transport est en cours.',
  nothingTaken:
    'Rien n’a été débité pour ce transport. Si de l’argent est réservé, l’annulation du transport le libère.',
  tooMuch: 'C’est plus que ce qui a été débité et pas encore remboursé.',
  noDispute: 'Ce litige n’existe pas.',
  noEffect: 'Cet appel au prestataire de paiement n’existe pas.',
  nothingToRetry:
    'Cet appel n’attend pas de nouvelle tentative : il est réglé, ou attend un compte de versement ou une décision.',
  maySucceed:
    'Cet appel est réglé, ou peut encore aboutir. Il peut être réglé ici une fois que le prestataire de paiement l’a refusé définitivement.',
  otherAmount:
    'Le montant dû est maintenant différent de celui qui a été payé : relisez cet appel. Un remboursement a pu réduire un versement.',
  referenceTaken:
    'Cet identifiant du prestataire de paiement appartient à un autre paiement ou à un autre montant.',
  bookInstead:
    'Comparez plutôt le paiement avec le prestataire de paiement : ce qui y a été débité est alors comptabilisé.',
  differenceGone: 'Les comptes concordent désormais sur ce point.',
  differenceChanged: 'Cet écart a changé. Relisez-le.',
  differenceStays: 'Cet écart ne peut pas être comptabilisé : le contrôle ne concorderait toujours pas.',
  noPayment: 'Ce paiement n’existe pas.',
  notAtProcessor: 'Le prestataire de paiement ne connaît pas ce paiement, il n’y a donc rien à comparer.',
}

const photos: PersonTexts['photos'] = {
  unreachable: 'n’a pas pu être téléchargée : son URL doit être publique et répondre avec l’image elle-même',
  tooLarge: 'dépasse 2 Mo',
  noImage: 'n’est pas une image ; envoyez JPEG, PNG, WebP, AVIF ou GIF',
  format: (found) => `est au format ${found} ; envoyez JPEG, PNG, WebP, AVIF ou GIF`,
  pixels: (found) =>
    `est une image ${found} avec trop de pixels ; au plus 12 000 par côté et 50 mégapixels en tout, 16 pour AVIF`,
  damaged: (found) => `est une image ${found} endommagée ou incomplète`,
}

const requests: PersonTexts['requests'] = {
  notFound: 'Il n’y a rien à ce chemin.',
  methods: (methods) => `Ce chemin répond seulement à ${methods.join(', ')}.`,
  malformed: 'La requête est mal formée.',
  headersTooLarge: 'Les en-têtes de la requête sont trop grands.',
  late: 'La requête n’est pas arrivée à temps.',
  tooLarge: (bytes) => `Le corps dépasse ${bytes / 1_024} Kio.`,
  mediaType: 'Envoyez le corps en `Content-Type: application/json` en UTF-8, non compressé.',
  unreadable: 'Le corps est illisible ; voir `details`.',
  notJson: 'doit être du JSON valide en UTF-8',
  tooDeep: 'a trop de niveaux imbriqués',
  hasProto: 'ne peut pas contenir `__proto__`',
  namedTwice: (path) => `nomme deux fois \`${path}\``,
  unsigned: 'La signature ne correspond pas au corps.',
  tooMany: (seconds) => `Trop de requêtes. Réessayez dans ${counted(seconds, 'seconde')}.`,
  tooManyConnections: 'Cette adresse a trop de connexions ouvertes. Réutilisez-les.',
  busy: 'Le service est très sollicité. Réessayez dans quelques instants.',
  unavailable: 'Le service ne peut pas faire cela pour l’instant. Réessayez dans quelques instants.',
  failed: 'Un problème est survenu de notre côté. Vous pouvez réessayer sans risque.',
  metricsToken: 'Envoyez le jeton des métriques en `Authorization: Bearer …`.',
  metricsHere: 'Seule la machine du service peut lire ceci, sauf si l’exploitant définit METRICS_TOKEN.',
}

/** Only letters of the GSM alphabet: one other letter, such as ê or ç, can double the cost of an SMS. */
const sms: PersonTexts['sms'] = {
  sampleTitle: 'Canapé trois places',
  code: (code) => `${code} est votre code de connexion. Il expire dans 10 minutes. Ne le donnez à personne.`,
  test: 'ceci est un SMS de test. Tout fonctionne.',
  draft: {
    ready: 'votre livraison vous attend.',
    route: ({ pickup, dropoff }) => `${fromPlace(pickup)} ${toPlace(dropoff)}`,
    total: (cents) => `Total ${euros(cents)}.`,
    open: 'Vérifiez et confirmez :',
    app: "Téléchargez l'app si vous ne l'avez pas.",
    noApp: "Pas besoin d'app.",
  },
}

export const fr: PersonTexts = {
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
