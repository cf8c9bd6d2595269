import type { Texts } from '../en/index.ts'
import { finerAddresses, remedies } from './doctor-remedies.ts'

/** Lo que dicen `dray doctor` y el panel de cada comprobación. */
export const doctor: Texts['doctor'] = {
  checks: {
    node: 'Node.js',
    configuration: 'configuración',
    dataFolder: 'carpeta de datos',
    database: 'base de datos',
    schema: 'esquema',
    connections: 'conexiones',
    clock: 'reloj',
    installation: 'instalación',
    secretKey: 'clave secreta',
    auditLog: 'registro de auditoría',
    geocoder: (name) => `geocodificador ${name}`,
    precision: 'precisión de las direcciones',
    payments: (name) => `pagos ${name}`,
    paymentEvents: (name) => `eventos de pagos ${name}`,
    cardFields: (name) => `campos de tarjeta de pagos ${name}`,
    router: (name) => `rutas ${name}`,
    photoStorage: (name) => `almacén de fotos ${name}`,
    sharedFolder: 'carpeta compartida de fotos',
    photoDecoder: 'decodificador de fotos',
    redis: 'Redis',
    sms: (name) => `SMS ${name}`,
    calls: 'llamadas',
    textLength: 'longitud de los SMS',
    push: 'notificaciones web-push',
    mail: 'servidor de correo',
    links: 'enlaces',
    apps: 'apps',
    company: 'empresa',
    metrics: 'métricas',
    invoices: 'recibos',
  },
  findings: {
    numbersGoOn: 'los números siguen sin huecos',
    numbersUnknown: (backup) =>
      `los recibos de dinero real esperan: se restauró la copia del ${backup} y pueden haberse dado números desde entonces`,
    quoted: (words) => words,
    version: (version) => version,
    noAnswerWithin: (seconds) => `no hubo respuesta en ${seconds} s`,
    doesNotAnswer: 'no responde',
    notChosen: 'no está elegido',
    settingsFine: 'toda la configuración es correcta',
    settingsFineWith: (file) => `toda la configuración es correcta, también la de ${file}`,
    fileUnreadable: (file, error) => `no se tiene en cuenta ${file}: no se puede leer (${error})`,
    unknownSetting: (file, name) => `${file}: ${name} no es una variable de Dray y no tiene efecto`,
    openSecrets: (file, names) =>
      `${file} contiene ${names.join(', ')} y cualquier usuario puede leerlo: chmod o-r ${file}`,
    littleSpace: (mebibytes) => `${mebibytes} MiB libres`,
    writable: (mebibytes) => `se puede escribir, ${mebibytes} MiB libres`,
    server: (version, encoding) => `PostgreSQL ${version}, ${encoding}`,
    standby: (version) => `PostgreSQL ${version} es una réplica, que rechaza toda escritura`,
    asynchronousStandby: (version) =>
      `PostgreSQL ${version} solo tiene réplicas asíncronas: un relevo puede perder los últimos borradores confirmados`,
    connections: (wanted, available) => `los nodos abren como máximo ${wanted} de ${available} conexiones`,
    tooManyConnections: (wanted, available) =>
      `los nodos pueden abrir ${wanted} conexiones, y PostgreSQL permite ${available}`,
    pooledConnections: (pooler, mode, open, available, direct) =>
      `${pooler}, por ${mode}; PostgreSQL tiene abiertas ${open} de ${available} conexiones, y los nodos abren como máximo ${direct} sin pasar por el agrupador`,
    pooledUnprepared: (pooler) => `${pooler} no guarda las sentencias preparadas de una transacción a otra`,
    pooledWithoutDirect: (pooler) =>
      `${pooler} por transaction: los avisos en directo llegan a los 3 s, y las migraciones y copias tienen sus límites de tiempo`,
    settingsLeaked: (pooler, names) =>
      `las conexiones de ${pooler} conservan ajustes de otros clientes: ${names.join(', ')}`,
    newerSchema: (migrations) => `modificado por un Dray más nuevo (${migrations.join(', ')})`,
    olderSchema: (migrations) => `migraciones pendientes: ${migrations.length} (${migrations.join(', ')})`,
    schemaOfNewer: (version) => `de Dray ${version}, con el que esta versión puede funcionar`,
    noRights: 'el rol del servicio aún no tiene permisos sobre él',
    schemaFine: 'al día',
    clockAhead: (seconds) => `la base de datos va ${seconds} s adelantada`,
    clockBehind: (seconds) => `la base de datos va ${seconds} s atrasada`,
    noServerYet: 'todavía no ha arrancado ningún servidor',
    noNodeRuns: 'ahora no funciona ningún nodo; estos ajustes coinciden con lo registrado',
    noTasks: 'ningún nodo hace las tareas en segundo plano: no se envía ningún SMS ni se mueve dinero',
    nodesAgree: (count) =>
      count === 1
        ? '1 nodo en marcha, con esta misma configuración'
        : `${count} nodos en marcha, con esta misma configuración`,
    nodeDiffers: (role, host, setting, value) =>
      `un nodo (${role} en ${host}) sigue con ${setting} ${value || 'sin definir'}`,
    settingDiffers: (name, here, recorded) => differs(name, here, recorded),
    wouldEndKeys: (name, here, recorded, keys) =>
      `${differs(name, here, recorded)} Ningún servidor arranca así, porque dejarían de valer todas las claves (${keys} en uso)`,
    noSecretKeyYet: (file) => `aún no hay; el primer arranque crea ${file}`,
    secretKeyUnrecorded: (from) => `de ${from}; el primer arranque registra su huella`,
    secretKeyFits: (from, fingerprint) => `de ${from}, es la de la instalación (${fingerprint})`,
    secretKeyAbsent: (file) =>
      `La clave secreta de esta instalación no está aquí: SECRET_KEY está sin definir y no existe ${file}.`,
    secretKeyOther: (from, fingerprint, recorded) =>
      `La clave secreta de ${from} (huella ${fingerprint}) no es la que usa esta instalación (${recorded}).`,
    secretKeyOpen: (file) => `cualquier usuario puede leer ${file}`,
    auditUnprotected: 'el servicio usa un rol que podría cambiar o vaciar el registro de auditoría',
    auditFine: (links, heads) =>
      `los últimos ${links} sucesos y ${heads} cabezas anotadas concuerdan con su cadena`,
    auditChanged: (id, at) => `se cambió el suceso ${id}, o la cadena en ${at}`,
    auditEventCut: (id, at) => `falta el suceso ${id} (lugar ${at} de la cadena)`,
    auditLinkCut: (id, at) => `faltan eslabones de la cadena antes del suceso ${id} (lugar ${at})`,
    auditUnlinked: (id) => `el suceso ${id} se escribió al margen de la cadena`,
    auditEndCut: (at) => `el registro llegaba al lugar ${at} o más allá, y ahora acaba antes`,
    auditOtherChain: (at) => `el lugar ${at} tiene otra huella que la anotada`,
    auditFutureRestore: (at) =>
      `la restauración del lugar ${at} tiene un instante que aún no ha llegado: es falsa, o un reloj iba mal`,
    auditRestored: (id, at, heads) =>
      `la restauración de ${at} (suceso ${id}) cortó la cadena: anotaciones anteriores que no cuentan: ${heads}`,
    foundMadrid: (precision) => `encuentra Madrid (${geocoded[precision] ?? precision})`,
    madridElsewhere: 'sitúa Madrid en otro lugar',
    madridUnknown: (outcome) => `no conoce Madrid (${geocoded[outcome] ?? outcome})`,
    finerThanTowns: 'más fina que el municipio',
    townsOnly: (country) =>
      `solo municipios; antes de que paguen clientes de verdad, ${finerAddresses(country)}`,
    liveByTowns:
      'hay claves reales y el precio se calcula entre centros de municipios: todo viaje dentro de un municipio cuesta lo mismo',
    noRoad: 'no conoce ninguna carretera de Madrid a Zaragoza',
    routed: (kilometres, minutes) => `de Madrid a Zaragoza, ${kilometres} km y ${minutes} min`,
    refusesCalls: 'no acepta nuestras llamadas',
    testCards: 'no se mueve dinero de verdad: las tarjetas son de prueba',
    noRealMoney: 'no se mueve dinero de verdad',
    realMoney: 'responde; se mueve dinero de verdad',
    noEvents: 'responde y se mueve dinero de verdad, pero no envía aquí sus eventos',
    eventsComplete: (url) => `todos los eventos que Dray necesita llegan a ${url}`,
    endpointMissing: (url) => `no existe el webhook ${url}`,
    endpointDisabled: (url) => `el webhook ${url} está desactivado`,
    endpointLacks: (url, events) => `el webhook ${url} no envía ${events.join(', ')}`,
    endpointsUnreadable: (reason) => `no se pueden leer los webhooks (${reason})`,
    leftBehind: (count) => `pagos abiertos: ${count}, pero no está conectado`,
    noCardFields: (setting) =>
      `falta ${setting}: para escribir una tarjeta los clientes salen de la app a una página del procesador, y en el pago no tienen Apple Pay ni Google Pay`,
    idleSetting: (setting, needed) => `${setting} está puesto y no hace nada sin ${needed}`,
    feeWithoutTerms:
      'WASTED_TRIP_FEES cobra un cargo a los clientes, y LEGAL_TERMS no indica unas condiciones en las que lo hayan aceptado',
    otherBytes: 'ha devuelto otros datos',
    notRemoved: 'conserva lo que se ha borrado',
    storageFine: 'guarda, lee y borra',
    folderShared: (nodes) => `los ${nodes} nodos guardan las fotos en esta carpeta`,
    otherFolder: (hosts) => `estos nodos guardan las fotos en otra carpeta: ${hosts}`,
    photosElsewhere: (other) => `guarda, lee y borra, pero aún quedan fotos en ${other}`,
    confined: (width, height) => `ha decodificado ${width} x ${height}; sin red y sin acceso a los datos`,
    seesData: (width, height) =>
      `ha decodificado ${width} x ${height}; sin red, pero con acceso a los datos (este sistema no permite más)`,
    unconfined: (width, height) =>
      `ha decodificado ${width} x ${height}; con red y con acceso a los datos (este sistema no permite más)`,
    mailFine: (from) => `responde y nos deja entrar; los correos salen de ${from}`,
    redisAnswers: (words) => `responde ${words}`,
    callsDirect: 'cliente y transportista ven el número del otro',
    callsMasked: (name) => `las llamadas pasan por ${name}, que oculta ambos números`,
    callsReachNobody: 'las llamadas usan números que no suenan en ninguna parte',
    textsStay: 'los SMS se quedan aquí: npm run dray -- sms list',
    textsReachNobody: 'los SMS se quedan aquí y no llegan a nadie',
    anyCountry: 'se puede enviar a cualquier país, también a los más caros',
    nameNotRegistered: (name) =>
      `los SMS a España salen con el nombre ${name}, y SMS_SENDERS_REGISTERED no dice que esté en el registro de la CNMC: las redes de España bloquean los nombres que no están`,
    smsFine: (countries) => `configurado para ${countries.join(', ')} (no se envía ningún SMS de prueba)`,
    segments: (count) =>
      `un SMS normal con el enlace de un borrador tiene ${count} segmentos: el proveedor cobra ${count} SMS`,
    accentsCost: (now, plain) =>
      `un SMS normal con una tilde tiene ${now} segmentos, que el proveedor cobra como ${now} SMS; sin tildes tendría ${plain}`,
    noContact: 'falta una dirección de contacto',
    pushesRefused: (services) => `${services} ha rechazado todas las notificaciones del último día`,
    keysSign: (contact) => `las claves firman, con contacto ${contact}`,
    link: (url) => url,
    linkHereOnly: (url) => `${url}, solo en esta máquina`,
    linkOpensNowhere: (url) => `${url} no se abre en ningún móvil`,
    linkNotEncrypted: (url) => `${url} no va cifrado`,
    appsFine: 'los enlaces abren las apps o llevan a las tiendas',
    noApps: 'ninguna configurada: los enlaces abren la página web',
    someAppsMissing: 'los enlaces abren la página web donde no hay app configurada',
    companyUnknown: (names) =>
      `se paga con dinero real y no se dice quién presta el servicio ni con qué condiciones: faltan ${names.join(', ')}`,
    companyUnsaid: (names) => `no se mueve dinero real; antes de que se mueva, configura ${names.join(', ')}`,
    taxWithoutNumber: 'los recibos nombran el IVA, y ningún número fiscal de la empresa',
    companyKnown: 'las páginas y los recibos dicen quién presta el servicio y con qué condiciones',
    metricsByToken: 'se leen con METRICS_TOKEN',
    metricsFromHere:
      'solo se leen desde esta máquina, y a través de un proxy en ella que no indique de quién es la petición',
    metricsInDevelopment: 'abiertas, porque NODE_ENV no es production',
    metricsOpen: 'abiertas a todo el mundo, porque NODE_ENV no es production',
  },
  remedies,
}

const differs = (name: string, here: string, recorded: string): string =>
  `${name} es ${here || 'sin definir'} aquí, pero esta instalación usa ${recorded || 'sin definir'}.`

/** How precisely Madrid was located, or the error. */
const geocoded: Record<string, string> = {
  house: 'número exacto',
  street: 'calle',
  postcode: 'código postal',
  locality: 'localidad',
  not_found: 'sin resultados',
  ambiguous: 'más de un lugar',
  conflict: 'partes que se contradicen',
}
