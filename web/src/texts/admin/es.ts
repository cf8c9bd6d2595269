import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  name: 'Panel',
  nav: {
    label: 'Menú principal',
    work: 'Día a día',
    today: 'Hoy',
    jobs: 'Encargos',
    partners: 'Empresas',
    tariffs: 'Tarifas',
    addPartner: 'Añadir una empresa',
    carriers: 'Transportistas',
    customers: 'Clientes',
    money: 'Dinero',
    team: 'Administración',
    staff: 'Equipo',
    audit: 'Registro de cambios',
    account: 'Mi cuenta',
    health: 'Salud del sistema',
    examine: 'Revisar la instalación',
    testProviders: 'Probar proveedores',
  },
  checkLedger: {
    act: 'Comprobar ahora',
    agrees: 'Comprobado: las cuentas cuadran.',
    goesOn: 'La comprobación continúa en segundo plano. Puedes salir de esta página.',
    differs_one: 'Comprobado: hay {{count}} diferencia. La ves aquí.',
    differs_other: 'Comprobado: hay {{count}} diferencias. Las ves aquí.',
  },
  bar: {
    search: 'Buscar',
    findJobs: 'Buscar encargos: {{text}}',
    findPeople: 'Buscar personas: {{text}}',
    findPerson: 'Abrir la persona de {{text}}',
    personNone: 'Ninguna cuenta tiene este número.',
    carriersWaiting: 'Transportistas que esperan una decisión',
  },
  roles: { viewer: 'Consulta', staff: 'Equipo', owner: 'Responsable' },
  roleHelp: {
    viewer: 'Lo ve todo y no cambia nada.',
    staff: 'Hace el trabajo diario.',
    owner: 'Decide además quién tiene acceso al panel.',
  },
  signIn: {
    lead: 'El panel es para el equipo que lleva este servicio.',
    help: '¿No puedes entrar de ninguna forma? Un responsable puede darte un enlace nuevo.',
  },
  invitation: {
    lead: 'Tienes una invitación al panel de {{place}}. Tu función: {{role}}.',
  },
  nameHelp: 'Lo ve el resto del equipo y queda en el registro de cambios.',
  staff: {
    title: 'Equipo',
    lead: 'Quién puede usar este panel y qué puede hacer.',
    search: 'Buscar persona',
    allRoles: 'Todas',
    role: 'Función',
    none: 'No hay nadie',
    noneText: 'Invita a la primera persona.',
    onlyOwners: 'Solo un responsable puede cambiar esto.',
  },
}
