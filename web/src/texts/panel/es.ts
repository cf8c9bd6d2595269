import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  skip: 'Ir al contenido',
  menu: 'Menú',
  openMenu: 'Abrir el menú',
  you: 'Tu menú',
  copy: 'Copiar',
  copied: 'Copiado',
  colours: 'Colores',
  signOut: 'Cerrar sesión',
  bar: {
    open: 'Buscar o ir a',
    label: 'Buscar páginas y acciones',
    results: 'Resultados',
    none: 'No hay nada para «{{text}}».',
    pages: 'Ir a',
    acts: 'Hacer',
    hint: 'para elegir',
    hintOpen: 'para abrir',
  },
  keys: {
    title: 'Teclas',
    open: 'Ver las teclas',
    everywhere: 'En todas partes',
    lists: 'En las listas',
    bar: 'Buscar o ir a una página',
    sheet: 'Ver esta hoja',
    next: 'Fila siguiente',
    previous: 'Fila anterior',
    enter: 'Abrir la fila',
    filter: 'Ir a los filtros',
    andThen: 'y luego',
  },
  table: {
    noMatch: 'Nada coincide con estos filtros',
    noMatchText: 'Cambia algún filtro o quítalos todos.',
    clear: 'Quitar los filtros',
    newest: 'Primera página',
    next: 'Página siguiente',
    sortBy: 'Ordenar por {{column}}',
    filters: 'Filtros',
  },
  undo: {
    act: 'Deshacer',
    inSeconds_one: 'en {{count}} segundo',
    inSeconds_other: 'en {{count}} segundos',
    undone: 'No se ha cambiado nada.',
  },
  stepUp: {
    title: 'Confirma que eres tú',
    text: 'Este cambio pide que te identifiques de nuevo. Después vale durante diez minutos.',
    passkey: 'Confirmar con una llave de acceso',
    or: 'o',
    code: 'Código',
    codeHelp: 'Seis cifras de tu aplicación de autenticación, o un código de recuperación.',
    act: 'Confirmar',
  },
  passkey: {
    cancelled:
      'No se ha usado la llave de acceso: se cerró la ventana o se acabó el tiempo. Puedes volver a intentarlo.',
    exists: 'Este dispositivo ya tiene una llave de acceso tuya.',
    insecure:
      'Las llaves de acceso no funcionan en esta dirección. Abre el panel en la dirección del servicio.',
    unsupported: 'Este navegador no tiene llaves de acceso.',
    failed: 'No se ha podido usar la llave de acceso.',
  },
}
